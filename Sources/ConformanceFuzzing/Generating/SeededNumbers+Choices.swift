internal import ConformanceHarness

// The choices of the fuzzers.
extension SeededNumbers {
  /// Returns true once in so many times on average.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[below(things.count)] }

  /// Returns the milliseconds of a wait: mostly none or few.
  mutating func moment() -> UInt32 {
    switch below(20) {
    case 0..<8: 0
    case 8..<12: UInt32(1 + below(10))
    case 12..<18: 100
    case 18: 1000
    default: pick([5000, 31_000, 65_000])
    }
  }

  /// Returns a call, mostly one that is up.
  mutating func call() -> FuzzCall {
    switch below(16) {
    case 0: .over(below(3))
    case 1: .stranger(once(in: 2) ? next() : UInt64(below(2)) << 63 | UInt64(below(5)))
    default: .up(below(3))
    }
  }

  /// Returns a call, mostly the latest that is up.
  mutating func recent() -> FuzzCall { once(in: 10) ? call() : .latest(once(in: 2) ? 0 : below(3)) }

  /// Returns digits to send, mostly valid ones.
  mutating func digits() -> [UInt8] {
    let good = Array("0123456789*#ABCD".utf8)
    var digits = (0..<1 + below(6)).map { _ in pick(good) }
    if once(in: 10) { digits[below(digits.count)] = pick(Array("abex, \u{0}\n".utf8)) }
    if once(in: 20) { digits = [] }
    if once(in: 40) { digits = Array(repeating: pick(good), count: pick([100, 1000, 70_000])) }
    return digits
  }

  /// Returns unexpected bytes, which need not be text.
  mutating func oddText() -> [UInt8] {
    switch below(8) {
    case 0: []
    case 1: Array("5550199".utf8)
    case 2: (0..<1 + below(40)).map { _ in UInt8(truncatingIfNeeded: next()) }
    case 3: Array(repeating: UInt8(ascii: "a"), count: pick([255, 256, 4096, 65_535, 65_536, 65_537]))
    case 4: Array("sip:%00@\u{202E}example.org;;tag=\"".utf8)
    case 5: Array("a\u{0}b".utf8)
    case 6: Array("%s%n%s%n%x".utf8)
    default: [0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF5]
    }
  }
}
