/// Compact JSON text in one buffer, which costs far less than a string for each part.
struct JSONText {
  /// The text in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// True when a comma must separate the next value from the one before.
  private var isAfterValue = false

  /// Creates an empty text.
  ///
  /// - Parameter capacity: the number of bytes for which the buffer is made.
  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Adds a byte after the value, such as the end of a line.
  mutating func end(with byte: UInt8) { bytes.append(byte) }

  // MARK: Values

  mutating func word(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func number(_ number: JSONNumber) {
    guard number.double.isFinite else { return word("null") }
    separate()
    bytes += number.description.utf8
  }

  mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  mutating func characters(_ count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
    bytes.withUnsafeMutableBufferPointer { fill(UnsafeMutableBufferPointer(rebasing: $0[start...])) }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    isAfterValue = false
  }

  mutating func name(fixed name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    isAfterValue = false
  }

  /// Adds the text of a whole value.
  mutating func whole(_ value: [UInt8]) {
    separate()
    bytes += value
  }

  /// Begins an array or object.
  mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    isAfterValue = false
  }

  /// Ends an array or object.
  mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    isAfterValue = true
  }

  // MARK: Parts

  private mutating func separate() {
    if isAfterValue { bytes.append(UInt8(ascii: ",")) }
    isAfterValue = true
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    // Most texts have nothing to escape, and are copied whole.
    let isCopied = text.utf8.withContiguousStorageIfAvailable { plain in
      if plain.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) { return false }
      bytes.append(contentsOf: plain)
      return true
    }
    if isCopied != true { for byte in text.utf8 { escape(byte) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes += #"\""#.utf8
    case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
    case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
    case 0..<0x20:
      let hex = String(byte, radix: 16)
      bytes += (#"\u"# + String(repeating: "0", count: 4 - hex.utf8.count) + hex).utf8
    default: bytes.append(byte)
    }
  }
}
