/// The name of a node, which it keeps when it starts again.
package struct NodeName: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name as the configuration has it.
  package let text: String

  /// Creates a name.
  package init(_ text: String) { self.text = text }

  /// Creates a name from a literal.
  package init(stringLiteral text: String) { self.text = text }

  /// The name.
  package var description: String { text }

  /// Orders names by their characters' code points, the same on each node.
  package static func < (left: NodeName, right: NodeName) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
}

/// One life of a node: it gets a new one at each start, and each time that it comes back after it was expired.
package struct Incarnation: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The first 64 bits of the UUID.
  package let high: UInt64
  /// The last 64 bits of the UUID.
  package let low: UInt64

  /// Creates an incarnation from the bits of its UUID.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an incarnation from the text of a UUID, of either case; nil for any other text.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var words: [UInt64] = [0, 0]
    var digits = 0
    for (place, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(place) {
        guard byte == 0x2d else { return nil }
        continue
      }
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      words[digits / 16] = words[digits / 16] << 4 | UInt64(digit)
      digits += 1
    }
    self.init(high: words[0], low: words[1])
  }

  /// The UUID's text in lower case.
  package var description: String {
    let digits = [high, low].map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var text = ""
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  /// Orders incarnations by their bits, for lists that are the same on each node.
  package static func < (left: Incarnation, right: Incarnation) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

/// An instant of a node's own clock: CLOCK_BOOTTIME, which counts the time that the machine sleeps.
///
/// The values of this module read no clock: each event brings its time. Instants of two nodes are never compared.
package struct ClusterTime: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Milliseconds of the clock.
  package var milliseconds: Int64

  /// Creates an instant from milliseconds of the clock.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Returns the instant so many milliseconds later.
  package static func + (time: ClusterTime, milliseconds: Int64) -> ClusterTime {
    let (sum, isOver) = time.milliseconds.addingReportingOverflow(milliseconds)
    return ClusterTime(milliseconds: isOver ? .max : sum)
  }

  /// Returns the milliseconds between two instants.
  package static func - (later: ClusterTime, earlier: ClusterTime) -> Int64 { later.milliseconds - earlier.milliseconds }

  /// Orders instants by time.
  package static func < (left: ClusterTime, right: ClusterTime) -> Bool { left.milliseconds < right.milliseconds }

  /// The milliseconds.
  package var description: String { "\(milliseconds) ms" }
}
