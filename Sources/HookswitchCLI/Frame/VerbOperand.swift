/// An operand of a verb: a file, a word, or several.
struct VerbOperand: Sendable {
  /// The permitted number of operands.
  enum Count: Sendable { case one, optional, oneOrMore, any }

  /// The name in help, in capitals.
  var name: String
  var count: Count
  var help: String
  /// The words from which it is chosen; nil for any text.
  var words: [String]?

  init(_ name: String, _ count: Count, words: [String]? = nil, _ help: String) {
    self.name = name
    self.count = count
    self.words = words
    self.help = help
  }

  /// The operand in the synopsis.
  var synopsis: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)…"
    case .any: "[\(name)…]"
    }
  }

  /// True when at least one must be given.
  var isRequired: Bool { count == .one || count == .oneOrMore }
  /// True when more than one may be given.
  var repeats: Bool { count == .oneOrMore || count == .any }
}
