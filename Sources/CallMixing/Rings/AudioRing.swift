public import TransportABI

/// A ring of 20 ms frames of 16-bit samples, from one producer thread to one consumer thread, without locks.
///
/// It refers to memory owned by its `RingArena`. Its functions wrap those of `hookswitch/ring.h`; none waits, allocates or locks.
///
/// `@unchecked Sendable`: the table never changes, and the memory is accessed through the header's atomics by one producer and one consumer
/// at a time, which the mixing plan assigns.
public struct AudioRing: @unchecked Sendable {
  /// The ring in the transport ABI's form, for a transport's `attach`.
  public let table: hsw_ring
  /// The rate of its frames.
  public let rate: AudioRate
  /// The number of channels: 1, or 2 in a recording's ring, interleaved with left first.
  public let channels: Int

  /// Wraps `table`, whose control block and slots must outlive every use.
  public init(_ table: hsw_ring, rate: AudioRate, channels: Int = 1) {
    self.table = table
    self.rate = rate
    self.channels = channels
  }

  /// The samples of one channel in a frame.
  public var samplesPerFrame: Int { rate.samplesPerFrame }

  /// The samples of all channels in a frame.
  public var samplesPerSlot: Int { rate.samplesPerFrame * channels }

  /// The slots of a call's or device's ring: 80 ms.
  public static let slots: UInt32 = 4

  /// Returns the bytes of one slot, header included: a multiple of 16.
  public static func slotBytes(_ rate: AudioRate, channels: Int = 1) -> UInt32 {
    UInt32(MemoryLayout<hsw_slot>.size + rate.samplesPerFrame * channels * MemoryLayout<Int16>.size)
  }

  /// Returns the bytes of a ring: the control block and the slots.
  static func bytes(_ rate: AudioRate, channels: Int = 1, slots: UInt32 = AudioRing.slots) -> Int {
    MemoryLayout<hsw_ring_ctl>.size + Int(slots) * Int(slotBytes(rate, channels: channels))
  }

  /// Lays out a ring in zeroed memory of `bytes(…)`, aligned to 64 bytes: the control block, then the slots.
  init(on memory: UnsafeMutableRawPointer, rate: AudioRate, channels: Int = 1, slots: UInt32 = AudioRing.slots) {
    var table = hsw_ring()
    table.size = UInt32(MemoryLayout<hsw_ring>.size)
    table.n_slots = slots
    table.slot_bytes = Self.slotBytes(rate, channels: channels)
    table.wake_fd = -1
    table.ctl = memory.assumingMemoryBound(to: hsw_ring_ctl.self)
    table.slots = (memory + MemoryLayout<hsw_ring_ctl>.size).assumingMemoryBound(to: UInt8.self)
    self.init(table, rate: rate, channels: channels)
  }
}
