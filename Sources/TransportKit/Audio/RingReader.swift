public import TransportABI

/// The reading end of a ring of frames, from the host or from an ``AudioPipe``.
///
/// A plain value that refers to memory; one thread at a time reads. Nothing here waits, allocates or locks, so all of it may be used on
/// [media].
///
/// `@unchecked Sendable`: the table is a constant, and its memory is accessed only through the atomics of `hookswitch/ring.h`; the ring's
/// lender defines its lifetime.
public struct RingReader: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let ring: hsw_ring

  /// The ring as a struct of `hookswitch/ring.h`, for a transport's own media thread in C.
  public var table: hsw_ring { ring }

  init(_ ring: hsw_ring) {
    self.ring = ring
  }

  /// The number of frames that can be read now.
  @inlinable public var count: Int { withUnsafePointer(to: ring) { Int(hsw_ring_count($0)) } }

  /// Passes the oldest frame to `body`, then releases its slot.
  ///
  /// - Returns: The result of `body`; nil when the ring is empty, which counts as an underrun: check ``count`` first where that is normal.
  @inlinable
  public func frame<Result>(_ body: (Span<Int16>, FrameFlags) -> Result) -> Result? {
    withUnsafePointer(to: ring) { ring in
      guard let slot = hsw_ring_front(ring) else { return nil }
      // At most the slot's size, even if the other side wrote a larger length.
      let samples = UnsafeBufferPointer(
        start: UnsafeRawPointer(slot + 1).assumingMemoryBound(to: Int16.self), count: Int(hsw_ring_bytes(ring, slot)) / 2)
      defer { hsw_ring_pop(ring) }
      return body(samples.span, FrameFlags(rawValue: slot.pointee.flags))
    }
  }

  /// Drops the oldest frame; false when there is none.
  @inlinable
  @discardableResult
  public func skip() -> Bool {
    guard count > 0 else { return false }
    return frame { _, _ in true } ?? false
  }

  /// The number of reads that found it empty.
  @inlinable public var underruns: Int { withUnsafePointer(to: ring) { Int(hsw_ring_underruns($0)) } }
}

/// The properties of an audio frame.
public struct FrameFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The bits in the ABI.
  public let rawValue: UInt32

  /// Makes flags from their bits.
  @inlinable public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The frame is silent.
  @inlinable public static var silence: FrameFlags { FrameFlags(rawValue: 1) }
  /// The frame replaces a lost one.
  @inlinable public static var concealed: FrameFlags { FrameFlags(rawValue: 2) }
  /// A frame is missing before it.
  @inlinable public static var gapBefore: FrameFlags { FrameFlags(rawValue: 4) }
}

/// A lock-free ring of frames from one stream to another, of one instance or of two.
///
/// Each stream holds its end of the pipe, and its task keeps the pipe alive: `StreamTask(…, keeping: [pipe])`.
///
/// `@unchecked Sendable`: the memory lives as long as the pipe, and is accessed only through the atomics of `hookswitch/ring.h`.
public final class AudioPipe: @unchecked Sendable {
  /// The writing end, for one thread.
  public let writer: RingWriter
  /// The reading end, for one thread.
  public let reader: RingReader
  private let control: UnsafeMutableRawPointer
  private let slots: UnsafeMutableRawPointer

  /// Makes an empty pipe.
  ///
  /// - Parameters:
  ///   - samplesPerFrame: the largest number of samples in a frame.
  ///   - frames: the number of frames that it holds, rounded up to a power of two.
  public init(samplesPerFrame: Int, frames: Int = 4) {
    var count: UInt32 = 1
    while count < UInt32(clamping: frames), count < 1 << 16 { count *= 2 }
    let head = MemoryLayout<hsw_slot>.size
    let bytes = (head + max(1, samplesPerFrame) * MemoryLayout<Int16>.size + head - 1) / head * head
    control = .allocate(byteCount: MemoryLayout<hsw_ring_ctl>.size, alignment: 64)
    control.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<hsw_ring_ctl>.size)
    slots = .allocate(byteCount: Int(count) * bytes, alignment: 64)
    slots.initializeMemory(as: UInt8.self, repeating: 0, count: Int(count) * bytes)
    var ring = hsw_ring()
    ring.size = UInt32(MemoryLayout<hsw_ring>.size)
    ring.n_slots = count
    ring.slot_bytes = UInt32(bytes)
    ring.wake_fd = -1
    ring.ctl = control.assumingMemoryBound(to: hsw_ring_ctl.self)
    ring.slots = slots.assumingMemoryBound(to: UInt8.self)
    writer = RingWriter(ring, samplesPerFrame: samplesPerFrame)
    reader = RingReader(ring)
  }

  deinit {
    control.deallocate()
    slots.deallocate()
  }
}
