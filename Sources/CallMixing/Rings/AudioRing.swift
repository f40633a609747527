public import TransportABI

/// One ring of 20 ms frames of 16-bit samples, one channel: where one thread puts frames in and one other takes them out, without a lock.
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

  /// Describes `table`, whose control block and slots must be there, and outlive every use.
  public init(_ table: hsw_ring, rate: AudioRate) {
    self.table = table
    self.rate = rate
  }

  /// Samples in a frame.
  public var samplesPerFrame: Int { rate.samplesPerFrame }

  /// How many slots a ring has: 80 ms.
  public static let slots: UInt32 = 4

  /// The bytes of one slot: its head and the samples, a multiple of 16.
  public static func slotBytes(_ rate: AudioRate) -> UInt32 {
    UInt32(MemoryLayout<hsw_slot>.size + rate.samplesPerFrame * MemoryLayout<Int16>.size)
  }
}
