/// A limit on the number of events within a time.
///
/// A pure value. It counts in ten slots, so an event counts for the time or up to a tenth longer.
struct RateLimit: Hashable, Sendable {
  private static let slotCount = 10

  private let most: Int
  private let slot: UInt64
  private var counts = [Int](repeating: 0, count: slotCount)
  private var current: UInt64 = 0
  private var sum = 0

  /// Makes a limit of `most` events within `nanoseconds`.
  init(_ most: Int, within nanoseconds: UInt64) {
    self.most = most
    slot = nanoseconds / UInt64(Self.slotCount)
  }

  /// Adds events; true when there are too many now.
  mutating func add(_ count: Int, at now: UInt64) -> Bool {
    let present = now / slot
    let passed = min(present - min(current, present), UInt64(Self.slotCount))
    for step in 0..<passed {
      let index = Int((present - step) % UInt64(Self.slotCount))
      sum -= counts[index]
      counts[index] = 0
    }
    current = max(current, present)
    counts[Int(current % UInt64(Self.slotCount))] += count
    sum += count
    return sum > most
  }
}
