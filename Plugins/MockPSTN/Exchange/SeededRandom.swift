internal import Glibc

/// A reproducible random generator: equal seeds give equal sequences (SplitMix64).
struct SeededRandom: RandomNumberGenerator, Hashable, Sendable {
  /// The state, from which the sequence goes on.
  private(set) var state: UInt64

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

  /// Returns true with this probability.
  mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// Returns a time from an exponential distribution: the gap between arrivals of a Poisson process, or the length of a call.
  mutating func exponential(mean: Duration) -> Duration {
    mean * -log(1 - Double.random(in: 0..<1, using: &self))
  }
}
