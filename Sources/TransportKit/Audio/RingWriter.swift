internal import Glibc
public import TransportABI

/// The producer's end of a ring of frames: what the host, or the other end of an ``AudioPipe``, takes out.
///
/// A plain value that names memory; one thread at a time writes. Nothing here waits, allocates or locks, so all of it may be used on [media].
///
/// `@unchecked Sendable`: the table is a constant, and what it points to is touched through the atomics of `hookswitch/ring.h` alone; who
/// lends the ring says how long it lasts.
public struct RingWriter: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let ring: hsw_ring

  /// The ring as `hookswitch/ring.h` knows it: for a media thread of the transport's own that is written in C.
  public var table: hsw_ring { ring }
  /// How many samples a frame has: as the format says, unless a slot has less room.
  public let samplesPerFrame: Int

  init(_ ring: hsw_ring, samplesPerFrame: Int) {
    self.ring = ring
    let room = withUnsafePointer(to: ring) { Int(hsw_ring_room_bytes($0)) / MemoryLayout<Int16>.size }
    self.samplesPerFrame = min(samplesPerFrame, room)
  }

  private init(_ writer: RingWriter, cutTo samplesPerFrame: Int) {
    ring = writer.ring
    self.samplesPerFrame = min(max(0, samplesPerFrame), writer.samplesPerFrame)
  }

  /// The same end of the same ring, for frames of fewer samples.
  public func cut(to samplesPerFrame: Int) -> RingWriter { RingWriter(self, cutTo: samplesPerFrame) }

  /// Puts in the frame that `body` fills; what it leaves is silence.
  ///
  /// - Parameters:
  ///   - flags: what is special about the frame.
  ///   - time: when it was heard, in nanoseconds of the host's clock; 0 where nobody knows.
  ///   - body: gets ``samplesPerFrame`` samples, all zero. It is not called when the ring is full.
  /// - Returns: False when the ring was full: the frame is lost, and counted.
  @inlinable
  @discardableResult
  public func frame(_ flags: FrameFlags = [], at time: UInt64 = 0, _ body: (inout MutableSpan<Int16>) -> Void) -> Bool {
    withUnsafePointer(to: ring) { ring in
      guard let slot = hsw_ring_room(ring) else { return false }
      let samples = UnsafeMutableBufferPointer(
        start: UnsafeMutableRawPointer(slot + 1).assumingMemoryBound(to: Int16.self), count: samplesPerFrame)
      samples.update(repeating: 0)
      var span = samples.mutableSpan
      body(&span)
      slot.pointee.bytes = UInt32(samplesPerFrame * MemoryLayout<Int16>.size)
      slot.pointee.flags = flags.rawValue
      slot.pointee.mono_ns = time
      if hsw_ring_push(ring) != 0 { wake() }
      return true
    }
  }

  /// Puts in a frame of silence; false when the ring was full.
  @inlinable
  @discardableResult
  public func silence(at time: UInt64 = 0) -> Bool { frame(.silence, at: time) { _ in } }

  /// Passes the oldest frame of `reader` on as it is, cut or filled up to this ring's length.
  ///
  /// - Returns: False when there was none (counted there), or when this ring was full (counted here, and the frame is lost).
  @inlinable
  @discardableResult
  public func copy(from reader: RingReader) -> Bool {
    reader.frame { heard, flags in
      frame(flags) { said in
        for index in 0..<min(heard.count, said.count) { said[index] = heard[index] }
      }
    } ?? false
  }

  /// Voids what is queued: the next frame put in is the next that is heard.
  @inlinable public func flush() { withUnsafePointer(to: ring) { hsw_ring_flush($0) } }

  /// How often it was found full.
  @inlinable public var overruns: Int { withUnsafePointer(to: ring) { Int(hsw_ring_overruns($0)) } }

  /// Wakes a consumer that sleeps until something comes, which those of this process do not.
  @usableFromInline
  func wake() {
    var one: UInt64 = 1
    _ = write(ring.wake_fd, &one, 8)
  }
}
