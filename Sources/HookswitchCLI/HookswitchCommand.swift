internal import ConformanceKit
internal import HostConfiguration

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The `hookswitch` command: finds and runs the verb that the first argument names.
package enum HookswitchCommand {
  /// Runs a test of the conformance kit and ends the process, if the arguments ask for one; returns otherwise.
  ///
  /// It must run before anything that starts a thread or opens a descriptor: the kit counts both, and blames the plugin for new ones.
  package static func runConformanceChild() {
    guard CommandLine.arguments.dropFirst().first == ChildOrder.verb else { return }
    exit(ConformanceChild.run(Array(CommandLine.arguments.dropFirst(2))))
  }

  /// Runs the command with the arguments of the process, and ends the process.
  package static func main() async {
    // A closed pipe (`hookswitch … | head`) ends the command at once without a message, as usual.
    signal(SIGPIPE, SIG_DFL)
    let status = await run(Array(CommandLine.arguments.dropFirst()), console: Console())
    ProcessEnd.leave(status.rawValue)
  }

  /// Runs the command with `words`, the arguments after the program's name.
  ///
  /// Off the main actor, where each `await` would cost two thread switches.
  @concurrent
  static func run(_ words: [String], console: Console) async -> ExitCode {
    guard let first = words.first else {
      console.explain(HelpText.overview(of: allVerbs))
      return .usage
    }
    do throws(CommandError) {
      switch first {
      case "--version":
        console.print("hookswitch \(hookswitchVersion)")
        return .success
      case "--help", "-h":
        console.print(HelpText.overview(of: allVerbs))
        return .success
      default:
        return try await run(verb(named: first), with: Array(words.dropFirst()), console: console)
      }
    } catch {
      console.complain("hookswitch: \(error.sentence)")
      if error.endsAtOnce { ProcessEnd.leaveAtOnce(error.exitCode.rawValue) }
      return error.exitCode
    }
  }

  private static func run(_ verb: VerbEntry, with words: [String], console: Console) async throws(CommandError) -> ExitCode {
    let arguments = try Arguments(parsing: words, by: verb.syntax)
    if arguments.wantsHelp {
      console.print(HelpText.page(for: verb.syntax))
      return .success
    }
    return try await verb.run(arguments, console: console)
  }

  /// Finds a verb by its name.
  ///
  /// - Throws: a usage error that suggests the nearest name.
  static func verb(named name: String) throws(CommandError) -> VerbEntry {
    // The table of client verbs is made only for one of them.
    if let verb = ownVerbs.first(where: { $0.syntax.name == name }) ?? allVerbs.first(where: { $0.syntax.name == name }) { return verb }
    let kind = name.hasPrefix("-") ? "option" : "verb"
    let names = kind == "option" ? ["--help", "--version"] : allVerbs.map { $0.syntax.name }
    throw .usage("unknown \(kind) \(name)\(Suggestion.text(for: name, among: names)); hookswitch --help lists them all")
  }
}
