internal import HostConfiguration

/// The arguments of one verb, parsed and checked by the verb's declaration.
///
/// Options may stand before, between and after operands, as `--name value` or `--name=value` (`-n value` or `-nvalue`); after `--` all are
/// operands.
struct Arguments: Equatable, Sendable {
  /// The operands, in order.
  private(set) var operands: [String] = []
  /// True when `--help` or `-h` was given; then the rest was not checked.
  private(set) var wantsHelp = false
  private var given: [String: [String]] = [:]

  /// True when the option was given.
  func has(_ option: String) -> Bool { given[option] != nil }

  /// The value of an option that is given at most once.
  func value(_ option: String) -> String? { given[option]?.last }

  /// The values of an option, in order.
  func values(_ option: String) -> [String] { given[option] ?? [] }

  /// Parses `words`, the arguments after the verb's name.
  ///
  /// - Throws: a usage error that names the wrong word and the help page.
  init(parsing words: [String], by syntax: VerbSyntax) throws(CommandError) {
    let onlyOptions = words.prefix { $0 != "--" }
    if onlyOptions.contains("--help") || onlyOptions.contains("-h") {
      wantsHelp = true
      return
    }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      // A lone dash is the usual name for standard input.
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      try take(option: word, from: &rest, by: syntax)
    }
    try checkOperands(by: syntax)
  }

  /// Returns the arguments of a verb's action: those after the action's word, checked by the action's declaration.
  ///
  /// - Parameters:
  ///   - syntax: the action's declaration.
  ///   - count: the number of operands to leave out: 1 for the action's word, 0 for a verb without one.
  /// - Throws: a usage error that names the wrong word and the help page.
  func narrowed(to syntax: VerbSyntax, droppingFirst count: Int) throws(CommandError) -> Arguments {
    var arguments = self
    arguments.operands.removeFirst(count)
    if let option = given.keys.sorted().first(where: { name in !syntax.options.contains { $0.name == name } }) {
      throw Self.wrong("\(option) does not go with it", syntax)
    }
    try arguments.checkOperands(by: syntax)
    return arguments
  }

  private mutating func take(option word: String, from rest: inout ArraySlice<String>, by syntax: VerbSyntax) throws(CommandError) {
    let parts = Self.parts(of: word, by: syntax)
    guard let option = syntax.options.first(where: { $0.name == parts[0] }) else {
      throw Self.wrong("unknown option \(parts[0])\(Suggestion.text(for: parts[0], among: syntax.allOptions.map(\.name)))", syntax)
    }
    if given[option.name] != nil, !option.repeats {
      throw Self.wrong("\(option.name) was given twice", syntax)
    }
    let attached = parts.count == 2 ? parts[1] : nil
    if option.valueIsOptional, attached == nil, rest.first.map({ $0.hasPrefix("-") }) ?? true {
      given[option.name] = []
    } else if let value = option.value {
      guard let text = attached ?? rest.popFirst() else { throw Self.wrong("\(option.name) needs a value, \(value)", syntax) }
      given[option.name, default: []].append(text)
    } else {
      if attached != nil { throw Self.wrong("\(option.name) takes no value", syntax) }
      given[option.name] = []
    }
  }

  /// Splits an option from its attached value, if it has one: `--jobs=2`, or `-j2` for an option of one letter.
  private static func parts(of word: String, by syntax: VerbSyntax) -> [String] {
    if let short = syntax.options.first(where: { $0.name.count == 2 && $0.value != nil && word.hasPrefix($0.name) }), word.count > 2 {
      return [short.name, String(word.dropFirst(word.dropFirst(2).hasPrefix("=") ? 3 : 2))]
    }
    return word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  }

  private func checkOperands(by syntax: VerbSyntax) throws(CommandError) {
    let needed = syntax.operands.filter(\.isRequired)
    if operands.count < needed.count {
      throw Self.wrong("\(needed[operands.count].name) is missing", syntax)
    }
    if operands.count > syntax.operands.count, syntax.operands.last?.repeats != true {
      throw Self.wrong("\(operands[syntax.operands.count]) is one argument too many", syntax)
    }
  }

  private static func wrong(_ what: String, _ syntax: VerbSyntax) -> CommandError {
    .usage("\(syntax.name): \(what); see hookswitch \(syntax.name) --help")
  }
}
