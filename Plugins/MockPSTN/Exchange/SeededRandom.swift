internal import Glibc

/// Chance that can be had again: the same seed draws the same (SplitMix64).
struct SeededRandom: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// Whether what happens with this probability happens now.
  mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// A time from an exponential distribution: between the arrivals of a Poisson process, or how long a call holds.
  mutating func exponential(mean: Duration) -> Duration {
    mean * -log(1 - Double.random(in: 0..<1, using: &self))
  }
}
