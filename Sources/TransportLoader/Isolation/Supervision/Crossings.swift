internal import RunnerChannel

/// The last orders and words of a runner by name, for its crash report; nothing of their content.
///
/// A pure value.
struct Crossings: Hashable, Sendable {
  private static let most = 64

  private var types = [UInt16](repeating: 0, count: most)
  private var count: UInt64 = 0

  /// Notes an order.
  mutating func note(_ order: OrderType) { note(order.rawValue) }

  /// Notes a word.
  mutating func note(_ word: WordType) { note(word.rawValue) }

  private mutating func note(_ type: UInt16) {
    types[Int(count % UInt64(Self.most))] = type
    count += 1
  }

  /// The names, the oldest first, with an arrow from the host (`>`) or to it (`<`).
  var names: [String] {
    let first = count - min(count, UInt64(Self.most))
    return (first..<count).map { number in
      let type = types[Int(number % UInt64(Self.most))]
      if let order = OrderType(rawValue: type) { return "> \(order)" }
      return "< " + (WordType(rawValue: type).map { "\($0)" } ?? "\(type)")
    }
  }
}
