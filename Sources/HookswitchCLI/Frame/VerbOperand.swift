/// What a verb takes besides options: a file, a word, or several.
struct VerbOperand: Sendable {
  /// How many there may be.
  enum Count: Sendable { case one, optional, oneOrMore, any }

  /// What it is called in help, in capitals.
  var name: String
  var count: Count
  var help: String

  init(_ name: String, _ count: Count, _ help: String) {
    self.name = name
    self.count = count
    self.help = help
  }

  /// How the synopsis shows it.
  var synopsis: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)…"
    case .any: "[\(name)…]"
    }
  }

  /// Whether one must be given.
  var isRequired: Bool { count == .one || count == .oneOrMore }
  /// Whether more than one may be given.
  var repeats: Bool { count == .oneOrMore || count == .any }
}
