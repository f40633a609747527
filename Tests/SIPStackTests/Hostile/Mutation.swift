/// Damages messages, in the same way for the same seed.
struct Mutation {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  private mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(max(1, bound)))
  }

  private static let hugeNumbers = [
    "4294967296", "99999999999999999999", "-1", "2147483648", "0x7f", "65536", "000000000000000000001", "1e9",
  ]

  /// Returns the message with one to four faults.
  mutating func damage(_ message: [UInt8]) -> [UInt8] {
    var bytes = message
    for _ in 0...next(4) where !bytes.isEmpty {
      switch next(8) {
      case 0: bytes[next(bytes.count)] ^= 1 << UInt8(next(8))
      case 1: bytes.removeLast(next(bytes.count))
      case 2: bytes.removeSubrange(slice(bytes, longest: 60))
      case 3:
        let piece = Array(bytes[slice(bytes, longest: 40)])
        bytes.insert(contentsOf: (0...next(40)).flatMap { _ in piece }, at: next(bytes.count))
      case 4: bytes = exchangeLines(bytes)
      case 5: bytes = growNumber(bytes)
      case 6: bytes.insert(UInt8(truncatingIfNeeded: next(256)), at: next(bytes.count))
      default:
        bytes.insert(
          contentsOf: Array(["\0", "\r\n", "\r\n\r\n", "\"", "<", ";", ",", "%", "\t", "\u{FF}"][next(10)].utf8), at: next(bytes.count))
      }
    }
    return Array(bytes.prefix(60_000))
  }

  private mutating func slice(_ bytes: [UInt8], longest: Int) -> Range<Int> {
    let start = next(bytes.count)
    return start..<min(bytes.count, start + 1 + next(longest))
  }

  private mutating func exchangeLines(_ bytes: [UInt8]) -> [UInt8] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    lines.swapAt(next(lines.count), next(lines.count))
    return Array(lines.joined(separator: [10]))
  }

  /// Replaces one number by a number that does not fit.
  private mutating func growNumber(_ bytes: [UInt8]) -> [UInt8] {
    let isDigit = { (byte: UInt8) in byte >= 48 && byte <= 57 }
    let starts = bytes.indices.filter { isDigit(bytes[$0]) && ($0 == 0 || !isDigit(bytes[$0 - 1])) }
    guard !starts.isEmpty else { return bytes }
    let start = starts[next(starts.count)]
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    return bytes[..<start] + Array(Self.hugeNumbers[next(Self.hugeNumbers.count)].utf8) + bytes[end...]
  }
}
