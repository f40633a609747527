/// The order of names in which numbers count as numbers, so that `agent-9` comes before `agent-12`.
enum NaturalOrder {
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// Returns true when a name comes before another one; of two that differ in leading zeros only, the order of their bytes decides.
  static func isLess(_ one: String, _ other: String) -> Bool {
    var (left, right) = (one.utf8[...], other.utf8[...])
    while let a = left.first, let b = right.first {
      if digits.contains(a), digits.contains(b) {
        let (first, second) = (number(&left), number(&right))
        if first.count != second.count { return first.count < second.count }
        if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
      } else {
        if a != b { return a < b }
        left.removeFirst()
        right.removeFirst()
      }
    }
    return left.isEmpty == right.isEmpty ? one.utf8.lexicographicallyPrecedes(other.utf8) : left.isEmpty
  }

  /// Takes the digits at the beginning, and returns them without leading zeros.
  private static func number(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
    let end = text.firstIndex { !digits.contains($0) } ?? text.endIndex
    defer { text = text[end...] }
    return text[..<end].drop { $0 == UInt8(ascii: "0") }
  }
}
