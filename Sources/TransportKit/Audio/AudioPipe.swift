internal import TransportABI

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
