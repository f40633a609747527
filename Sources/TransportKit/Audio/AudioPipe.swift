internal import TransportABI

/// A ring of frames between two streams, of one instance or of two: what one puts in the other takes out, without a lock.
///
/// Each stream gets its end's value and keeps the pipe alive: `StreamTask(…, keeping: [pipe])`.
///
/// `@unchecked Sendable`: the memory is made before anybody sees it and freed when nobody does; between, it is touched through the atomics of
/// `hookswitch/ring.h` alone.
public final class AudioPipe: @unchecked Sendable {
  /// Where frames are put in, by one thread.
  public let writer: RingWriter
  /// Where they are taken out, by one thread.
  public let reader: RingReader
  private let control: UnsafeMutableRawPointer
  private let slots: UnsafeMutableRawPointer

  /// Makes an empty one.
  ///
  /// - Parameters:
  ///   - samplesPerFrame: how many samples a frame has at most.
  ///   - frames: how many of them it holds, made up to a power of two.
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
