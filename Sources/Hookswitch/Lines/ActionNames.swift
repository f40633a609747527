internal import FoundationEssentials
internal import Synchronization

/// Names for the host's own actions and transactions: one chance at the start, then counting, since nobody must guess them.
final class ActionNames: Sendable {
  private let seed = UInt64.random(in: .min ... .max)
  private let count = Atomic<UInt64>(0)

  /// The next name, and its number.
  func next() -> (name: UUID, order: UInt64) {
    let number = count.add(1, ordering: .relaxed).newValue
    // Version 8 of RFC 9562: ours to fill.
    let high = (seed & ~0xF000) | 0x8000
    let low = (number & (.max >> 2)) | 1 << 63
    func byte(_ word: UInt64, _ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * place)) }
    let name = UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
    return (name, number)
  }
}
