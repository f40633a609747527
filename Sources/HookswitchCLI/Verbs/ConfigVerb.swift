internal import FoundationEssentials
internal import HostConfiguration

/// `hookswitch config check`: checks a daemon's configuration without starting anything.
enum ConfigVerb: Verb {
  static let syntax = VerbSyntax(
    name: "config", summary: "Check a configuration of the daemon",
    discussion: """
      config check reads FILE as hookswitch daemon does, and prints its first error with the place in the file. It starts nothing and \
      loads no transport.
      """,
    operands: [
      VerbOperand("check", .one, "The only word."), VerbOperand("FILE", .optional, "The file (default the usual configuration)."),
    ],
    options: [VerbOption("--system", "Check the machine's configuration, /etc/hookswitch/config.json.")],
    examples: [VerbExample("hookswitch config check office.json", "Check a file before a reload.")],
    exitCodes: [.success: "The configuration is right.", .usage: "It is wrong, or cannot be read; the place and the reason are printed."])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    guard arguments.operands[0] == "check" else {
      throw .usage("config: unknown word \(PlainText.of(arguments.operands[0])); write hookswitch config check")
    }
    let paths = try DaemonPaths.usual(isSystem: arguments.has("--system"), environment: ProcessInfo.processInfo.environment)
    guard let file = arguments.operands.count > 1 ? arguments.operands[1] : paths.config else {
      throw .usage("config: name a file: the environment has neither XDG_CONFIG_HOME nor HOME")
    }
    var options = DaemonOptions(paths: paths)
    options.config = file
    do throws(CommandError) {
      let config = try DaemonVerb.readConfig(options)
      let count = config.run.accounts.map { $0.count == 1 ? "1 provider" : "\($0.count) providers" } ?? "the providers that are found"
      console.print("\(file): right, with \(count)")
    } catch {
      throw CommandError(sentence: error.sentence.replacing("daemon: ", with: "config: ", maxReplacements: 1), exitCode: error.exitCode)
    }
    return .success
  }
}
