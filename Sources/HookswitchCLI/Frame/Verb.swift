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
