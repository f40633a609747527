/// The label of a call, `c2`, or just `2` in a command.
///
/// Calls are numbered from 1 in the order in which they appear.
struct CallName: Hashable, Comparable, Sendable, CustomStringConvertible {
  var number: Int

  init(_ number: Int) { self.number = number }

  /// Reads `c2` or `2`; nil for anything else.
  init?(_ text: some StringProtocol) {
    let digits = text.first == "c" || text.first == "C" ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), number > 0 else { return nil }
    self.number = number
  }

  var description: String { "c\(number)" }

  static func < (a: CallName, b: CallName) -> Bool { a.number < b.number }
}
