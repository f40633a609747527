internal import Digests

/// A share of all lines: the first hexadecimal digits of SHA-256 of the line's name (K1).
///
/// A line's slot never changes: clusters have 3 digits (4,096 slots), or 4 (65,536) over 200 nodes. Tests use fewer.
package struct Slot: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number of the slot, from 0.
  package let index: Int
  /// The number of hexadecimal digits, 0 to 4.
  package let digits: Int

  /// Creates the slot of a line.
  package init(of line: String, digits: Int) {
    self.digits = digits
    index = digits == 0 ? 0 : Int(SHA256.leading(of: line) >> UInt64(64 - 4 * digits))
  }

  /// Creates a slot from its number; nil when it is out of range.
  package init?(index: Int, digits: Int) {
    guard (0...4).contains(digits), index >= 0, index < Slot.count(digits: digits) else { return nil }
    self.index = index
    self.digits = digits
  }

  /// Creates a slot from its lower-case digits, such as `a3f`; nil for any other text.
  package init?(_ text: some StringProtocol) {
    guard (1...4).contains(text.utf8.count) else { return nil }
    var number = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: number = number << 4 | Int(byte - 0x30)
      case 0x61...0x66: number = number << 4 | Int(byte - 0x61 + 10)
      default: return nil
      }
    }
    self.init(index: number, digits: text.utf8.count)
  }

  /// Returns the number of slots with `digits` digits.
  package static func count(digits: Int) -> Int { 1 << (4 * digits) }

  /// The digits, such as `a3f`; the key of the slot in the store.
  package var description: String {
    guard digits > 0 else { return "" }
    let text = String(index, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Orders slots by number.
  package static func < (left: Slot, right: Slot) -> Bool { left.index < right.index }
}
