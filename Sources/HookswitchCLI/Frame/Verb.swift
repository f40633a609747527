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

  /// Runs the verb with arguments that fit the declaration.
  func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode { try await body(arguments, console).get() }
}
