import TransportABI

/// Damaged copies of a parcel: every prefix, every byte set to extremes, and random flips of bits.
struct DamagedCopies {
  let bytes: [UInt8]
  /// The number of copies with random flips.
  var flips = 400

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The statuses that a reader of damaged copies has returned.
  struct Verdicts {
    var prefixes: Set<hsw_status> = []
    var flips: Set<hsw_status> = []
  }

  /// Passes each copy to `body`.
  func feed(_ body: ([UInt8]) throws -> hsw_status) rethrows -> Verdicts {
    var verdicts = Verdicts()
    for end in 0..<bytes.count { verdicts.prefixes.insert(try body(Array(bytes[..<end]))) }
    var random = SeededBits(state: 42)
    for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 500)) {
      for value in [0, 0x7f, 0xff] as [UInt8] where bytes[place] != value {
        var copy = bytes
        copy[place] = value
        verdicts.flips.insert(try body(copy))
      }
    }
    for _ in 0..<flips {
      var copy = bytes
      for _ in 0...Int(random.next() % 4) { copy[Int(random.next() % UInt64(copy.count))] ^= 1 << UInt8(random.next() % 8) }
      verdicts.flips.insert(try body(copy))
    }
    return verdicts
  }
}

/// A reproducible generator (SplitMix64).
struct SeededBits: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
