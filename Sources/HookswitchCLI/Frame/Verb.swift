/// One verb of the command, `hookswitch NAME …`: a declaration of what it takes and the doing of it.
///
/// To add one, write a type in a file of its own under `Verbs/` and name it in `allVerbs`: parsing, `--help`, the manual and the tests
/// follow from the declaration.
protocol Verb: SendableMetatype {
  /// What the verb is called and takes, and what help says about it.
  static var syntax: VerbSyntax { get }

  /// Does it, with arguments that already fit the declaration.
  ///
  /// Results go to `console.print`; what is said on the way to a person goes to `console.complain`.
  /// - Throws: a `CommandError`, which ends the command with its sentence on standard error and its exit code.
  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode
}
