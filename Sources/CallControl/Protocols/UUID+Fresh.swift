public import FoundationEssentials
internal import Synchronization

extension UUID {
  /// Returns a fresh UUID (RFC 9562, version 8) for a call, an action or a transaction.
  ///
  /// A random seed at the program's start and a counter make the ids unique; they are not secret. `UUID()` would open, read and close a
  /// file each time. Any thread.
  public static func fresh() -> UUID {
    let step = steps.add(1, ordering: .relaxed).newValue
    // SplitMix64 (Steele, Lea and Flood, 2014) spreads the steps, so that successive ids look different.
    var spread = seed.low &+ step &* 0x9E37_79B9_7F4A_7C15
    spread = (spread ^ (spread >> 30)) &* 0xBF58_476D_1CE4_E5B9
    spread = (spread ^ (spread >> 27)) &* 0x94D0_49BB_1331_11EB
    spread ^= spread >> 31
    // People name calls by the first digits of their ids, so that these differ. Two steps may share the 60 bits that the first word has room
    // for; their second words differ then.
    return UUID(high: spread & ~0xF000 | 0x8000, low: (seed.high ^ (spread >> 12 & 0xF) << 32) & (.max >> 2) | 1 << 63)
  }

  /// Creates a UUID from two words, the first bytes first.
  package init(high: UInt64, low: UInt64) {
    func byte(_ word: UInt64, _ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * place)) }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}

private let seed = (high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max))
private let steps = Atomic<UInt64>(0)
