public import TransportABI

/// One ring of 20 ms frames of 16-bit samples: where one thread puts frames in and one other takes them out, without a lock.
///
/// It only names the memory, which belongs to the `RingArena` that gave it. Every function is one of `hookswitch/ring.h` in Swift's clothes:
/// none waits, allocates or locks.
///
/// `@unchecked Sendable`: the table never changes, and what it points to is touched through the header's atomics, by one producer and one
/// consumer at a time; who that is, the mixing plan says.
public struct AudioRing: @unchecked Sendable {
  /// The ring as the transport ABI has it: what a transport's `attach` is given.
  public let table: hsw_ring
  /// The rate of its frames.
  public let rate: AudioRate
  /// How many samples stand for one moment: 1, and 2 in a recording's ring, where they alternate, left first.
  public let channels: Int

  /// Describes `table`, whose control block and slots must be there, and outlive every use.
  public init(_ table: hsw_ring, rate: AudioRate, channels: Int = 1) {
    self.table = table
    self.rate = rate
    self.channels = channels
  }

  /// Samples of one channel in a frame.
  public var samplesPerFrame: Int { rate.samplesPerFrame }

  /// Samples of all channels in a frame.
  public var samplesPerSlot: Int { rate.samplesPerFrame * channels }

  /// How many slots a call's or a device's ring has: 80 ms.
  public static let slots: UInt32 = 4

  /// The bytes of one slot: its head and the samples, a multiple of 16.
  public static func slotBytes(_ rate: AudioRate, channels: Int = 1) -> UInt32 {
    UInt32(MemoryLayout<hsw_slot>.size + rate.samplesPerFrame * channels * MemoryLayout<Int16>.size)
  }

  /// The bytes of a whole ring: its control block and its slots.
  static func bytes(_ rate: AudioRate, channels: Int = 1, slots: UInt32 = AudioRing.slots) -> Int {
    MemoryLayout<hsw_ring_ctl>.size + Int(slots) * Int(slotBytes(rate, channels: channels))
  }

  /// A ring on memory of `bytes(…)`, aligned to 64 and zeroed: control block first, then the slots.
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
