internal import Glibc
public import TransportABI

/// The writing end of a ring of frames, to the host or to an ``AudioPipe``.
///
/// A plain value that refers to memory; one thread at a time writes. Nothing here waits, allocates or locks, so all of it may be used on
/// [media].
///
/// `@unchecked Sendable`: the table is a constant, and its memory is accessed only through the atomics of `hookswitch/ring.h`; the ring's
/// lender defines its lifetime.
public struct RingWriter: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let ring: hsw_ring

  /// The ring as a struct of `hookswitch/ring.h`, for a transport's own media thread in C.
  public var table: hsw_ring { ring }
  /// The number of samples in a frame: the format's, or fewer if a slot is smaller.
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

  /// Returns the same end of the same ring, for frames of fewer samples.
  public func cut(to samplesPerFrame: Int) -> RingWriter { RingWriter(self, cutTo: samplesPerFrame) }

  /// Writes the frame that `body` fills; samples that it leaves are silent.
  ///
  /// - Parameters:
  ///   - flags: the frame's properties.
  ///   - time: the time of the audio, in nanoseconds of the host's clock; 0: unknown.
  ///   - body: receives ``samplesPerFrame`` samples, all zero; not called when the ring is full.
  /// - Returns: False when the ring was full: the frame is lost, and counts as an overrun.
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

  /// Writes a frame of silence; false when the ring was full.
  @inlinable
  @discardableResult
  public func silence(at time: UInt64 = 0) -> Bool { frame(.silence, at: time) { _ in } }

  /// Copies the oldest frame of `reader`, cut or filled up to this ring's length.
  ///
  /// - Returns: False when there was none (an underrun there) or this ring was full (an overrun here, and the frame is lost).
  @inlinable
  @discardableResult
  public func copy(from reader: RingReader) -> Bool {
    reader.frame { heard, flags in
      frame(flags) { said in
        for index in 0..<min(heard.count, said.count) { said[index] = heard[index] }
      }
    } ?? false
  }

  /// Drops the queued frames: the reader gets the next frame written.
  @inlinable public func flush() { withUnsafePointer(to: ring) { hsw_ring_flush($0) } }

  /// The number of writes that found it full.
  @inlinable public var overruns: Int { withUnsafePointer(to: ring) { Int(hsw_ring_overruns($0)) } }

  /// Wakes a consumer that sleeps on the ring's eventfd; consumers in this process do not.
  @usableFromInline
  func wake() {
    var one: UInt64 = 1
    _ = write(ring.wake_fd, &one, 8)
  }
}
