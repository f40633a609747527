internal import FoundationEssentials
internal import HostSurface
internal import StrictJSON

/// A verb that calls one method of a running daemon: a row of the table of client verbs.
///
/// Its parameters, its help and its right to exist come from the method's row in the table of HostSurface; the verb adds the command's
/// words for them.
struct ClientVerb: Sendable {
  /// The source of one parameter of the method.
  enum Source: Sendable {
    /// The operand at this place; a default stands for one that is left out.
    case operand(Int, default: String? = nil)
    /// All operands from a place on, as an array.
    case operands(from: Int)
    /// The value of an option.
    case option(String)
    /// True when the option was given.
    case flag(String)
    /// The value when the option was given.
    case given(String, JSONValue)
    /// The values of an option that may come several times, as an array; nothing without the option.
    case values(String)
    /// An object of these members; nothing when it has none.
    indirect case members([(name: String, source: Source)])
    /// An array of objects with one member, which is each operand from a place on.
    case objects(String, from: Int)
    /// The word of the option that was given; nil for none.
    case choice([(option: String, word: String)])
    /// The same value always.
    case constant(JSONValue)
  }

  let name: String
  let method: MethodName
  let summary: String
  let discussion: String
  let operands: [VerbOperand]
  let options: [VerbOption]
  let example: VerbExample
  let parameters: [(name: String, source: Source)]
  /// Writes the result for people; nil writes nothing.
  let text: (@Sendable (JSONValue, Console) -> String?)?
  /// Does more than one request; nil for a verb that prints the result of one.
  var flow: (@Sendable (ClientVerb, Arguments, Console) throws(CommandError) -> Void)?

  init(
    _ name: String, _ method: MethodName, _ summary: String, _ discussion: String, operands: [VerbOperand] = [],
    options: [VerbOption] = [], example: VerbExample, _ parameters: [(name: String, source: Source)] = [],
    text: (@Sendable (JSONValue, Console) -> String?)? = nil,
    flow: (@Sendable (ClientVerb, Arguments, Console) throws(CommandError) -> Void)? = nil
  ) {
    (self.name, self.method, self.summary, self.discussion) = (name, method, summary, discussion)
    (self.operands, self.options, self.example, self.parameters, self.text) = (operands, options, example, parameters, text)
    self.flow = flow
  }

  /// The options of every client verb.
  static let common = [
    VerbOption("--socket", value: "PATH", "Speak with the daemon at PATH."),
    VerbOption("--json", "Print the result as the daemon gave it."),
  ]

  private var isRequest: Bool { method.declaration.kind == .request }

  /// The verb's declaration.
  var syntax: VerbSyntax {
    VerbSyntax(
      name: name, summary: summary,
      discussion: discussion + (isRequest ? "\n\nIt waits until the request is performed, and then says what became of it." : "")
        + "\n\nThe method is \(method.rawValue); docs/surface.md describes it.",
      operands: operands.enumerated().map { place, operand in withWords(operand, at: place) },
      options: options + (isRequest ? [VerbOption("--no-wait", "Return once the request is accepted.")] : []) + Self.common,
      examples: [example], exitCodes: ClientFailure.exitCodes)
  }

  /// Returns an operand with the words that the table lists for its parameter, so that a shell can complete them.
  private func withWords(_ operand: VerbOperand, at place: Int) -> VerbOperand {
    var operand = operand
    for (name, source) in parameters {
      guard case .operand(place, _) = source, operand.words == nil,
        let type = method.declaration.parameters.first(where: { $0.name == name })?.shape.type,
        case .words(let words) = HostSurface.declaration(of: type)
      else { continue }
      operand.words = words
    }
    return operand
  }

  /// The verb, or the action of a verb, in the list of all.
  var entry: VerbEntry {
    VerbEntry(syntax) { arguments, console throws(CommandError) in
      try perform(arguments, console)
      return .success
    }
  }

  /// Performs the verb, and prints its result.
  func perform(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    if let flow { return try flow(self, arguments, console) }
    let client = try DaemonClient(arguments, verb: name)
    let result = try client.call(method, parameters(of: arguments))
    if arguments.has("--json") {
      console.print(result.text)
    } else if let text = text?(result, console), !text.isEmpty {
      console.print(text)
    }
  }

  /// Returns the method's parameters for the command's arguments.
  func parameters(of arguments: Arguments) -> JSONValue {
    var members = members(parameters, arguments)
    if isRequest {
      members.append(JSONValue.Member(name: "origin", value: "user"))
      members.append(JSONValue.Member(name: "wait", value: .string(arguments.has("--no-wait") ? "accepted" : "performed")))
    }
    return .object(members)
  }

  private func members(_ sources: [(name: String, source: Source)], _ arguments: Arguments) -> [JSONValue.Member] {
    sources.compactMap { name, source in value(of: source, for: name, arguments).map { JSONValue.Member(name: name, value: $0) } }
  }

  private func value(of source: Source, for name: String, _ arguments: Arguments) -> JSONValue? {
    switch source {
    case .operand(let place, let usual):
      let text = place < arguments.operands.count ? arguments.operands[place] : usual
      return text.map { typed($0, for: name) }
    case .operands(let start): return .array(arguments.operands.dropFirst(start).map { typed($0, for: name) })
    case .option(let option): return arguments.value(option).map { typed($0, for: name) }
    case .flag(let option): return arguments.has(option) ? true : nil
    case .given(let option, let value): return arguments.has(option) ? value : nil
    case .values(let option): return arguments.has(option) ? .strings(arguments.values(option)) : nil
    case .members(let sources):
      let members = members(sources, arguments)
      return members.isEmpty ? nil : .object(members)
    case .objects(let member, let start):
      return .array(arguments.operands.dropFirst(start).map { .object([JSONValue.Member(name: member, value: .string($0))]) })
    case .choice(let words): return words.first { arguments.has($0.option) }.map { .string($0.word) }
    case .constant(let value): return value
    }
  }

  /// Returns a text as the type that the table declares for the parameter.
  private func typed(_ text: String, for name: String) -> JSONValue {
    let field = method.declaration.parameters.first { $0.name == name }
    switch field?.shape.type {
    case .int?: return Int64(text).map { .integer($0) } ?? .string(text)
    case .seconds?: return Double(text).map { .number(JSONNumber($0)) } ?? .string(text)
    case .bool?: return text == "true" ? true : text == "false" ? false : .string(text)
    default: return .string(text)
    }
  }
}
