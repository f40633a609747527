/// One verb of the command, `hookswitch NAME …`: its declaration and its implementation.
///
/// To add one, write a type in its own file under `Verbs/` and name it in `allVerbs`: parsing, `--help`, the manual and the tests follow
/// from the declaration.
protocol Verb: SendableMetatype {
  /// The verb's name, arguments and help.
  static var syntax: VerbSyntax { get }

  /// Runs the verb with arguments that fit the declaration.
  ///
  /// Results go to `console.print`, progress and warnings to `console.complain`.
  /// - Throws: a `CommandError`, which ends the command with its sentence on standard error and its exit code.
  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode
}

/// A verb in the list of all: one written as a type, or a row of a table of verbs.
struct VerbEntry: Sendable {
  /// The verb's name, arguments and help.
  let syntax: VerbSyntax
  private let body: @Sendable (Arguments, Console) async -> Result<ExitCode, CommandError>

  /// Makes the entry of a verb that is a type.
  init(_ verb: any Verb.Type) {
    self.init(verb.syntax) { arguments, console throws(CommandError) in try await verb.run(arguments, console: console) }
  }

  /// Makes the entry of a verb.
  ///
  /// - Parameters:
  ///   - syntax: its declaration.
  ///   - run: runs it.
  init(_ syntax: VerbSyntax, run: @escaping @Sendable (Arguments, Console) async throws(CommandError) -> ExitCode) {
    self.syntax = syntax
    body = { arguments, console in
      do throws(CommandError) { return .success(try await run(arguments, console)) } catch { return .failure(error) }
    }
  }

  /// Makes one verb of a verb and its actions: `contacts`, and `contacts import` whose action is the word `import`.
  ///
  /// Without an action's word, and with `list`, the first member runs.
  ///
  /// - Parameter members: the verb, and then its actions.
  init(_ members: [VerbEntry]) {
    let first = members[0].syntax
    let actions = members.dropFirst().map { (word: String($0.syntax.name.drop { $0 != " " }.dropFirst()), entry: $0) }
    var options: [VerbOption] = []
    for option in members.flatMap(\.syntax.options) where !options.contains(where: { $0.name == option.name }) { options.append(option) }
    let words = ["list"] + actions.map(\.word)
    var merged = first
    merged.discussion =
      "\(first.discussion)\n\n" + actions.map { "\($0.entry.syntax.name): \($0.entry.syntax.discussion)" }.joined(separator: "\n\n")
    merged.operands = [
      VerbOperand("ACTION", .optional, words: words, "\(words.joined(separator: ", ")); none is list."),
      VerbOperand("ARGUMENT", .any, "The arguments of the action, as the usage shows them."),
    ]
    merged.options = options
    merged.examples = members.flatMap(\.syntax.examples)
    merged.actions = members.map(\.syntax)
    self.init(merged) { arguments, console throws(CommandError) in
      let word = arguments.operands.first
      if let action = actions.first(where: { $0.word == word })?.entry {
        return try await action.run(arguments.narrowed(to: action.syntax, droppingFirst: 1), console: console)
      }
      return try await members[0].run(arguments.narrowed(to: first, droppingFirst: word == "list" ? 1 : 0), console: console)
    }
  }

  /// Runs the verb with arguments that fit the declaration.
  func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode { try await body(arguments, console).get() }
}
