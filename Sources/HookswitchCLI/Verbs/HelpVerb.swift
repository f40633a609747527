internal import HostSurface
internal import StrictJSON

/// `hookswitch help [VERB] [--man] [--markdown] [--surface] [--openrpc] [--dbus]`: prints the help, or the documents of the host's surface.
enum HelpVerb: Verb {
  static let syntax = VerbSyntax(
    name: "help", summary: "List the verbs, or show one verb's page",
    discussion: "Without an argument it lists the verbs; with a verb's name it shows the same page as that verb's --help.",
    operands: [VerbOperand("VERB", .optional, "The verb to explain.")],
    options: [
      VerbOption("--man", "Print the page in the format of man."),
      VerbOption("--markdown", "Print the whole manual as Markdown."),
      VerbOption("--surface", "Print the tables of the host surface as Markdown."),
      VerbOption("--openrpc", "Print the host surface as an OpenRPC document."),
      VerbOption("--dbus", "Print the D-Bus interfaces as introspection XML."),
    ],
    examples: [VerbExample("hookswitch help help", "Show the same page as hookswitch help --help.")])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    if let document = try document(arguments) {
      console.print(document)
    } else if arguments.has("--markdown") {
      if let name = arguments.operands.first { throw .usage("help: --markdown prints the whole manual; leave \(name) out") }
      console.print(ManualPage.text(of: allVerbs))
    } else if let name = arguments.operands.first {
      let syntax = try HookswitchCommand.verb(named: name).syntax
      console.print(arguments.has("--man") ? RoffPage.page(for: syntax) : HelpText.page(for: syntax))
    } else {
      console.print(arguments.has("--man") ? RoffPage.overview(of: allVerbs) : HelpText.overview(of: allVerbs))
    }
    return .success
  }

  /// Returns the document of the host surface that an option names; nil without such an option.
  private static func document(_ arguments: Arguments) throws(CommandError) -> String? {
    let options = ["--surface", "--openrpc", "--dbus"].filter { arguments.has($0) }
    guard let option = options.first else { return nil }
    guard options.count == 1 else { throw .usage("help: \(options.joined(separator: " and ")) are two documents; give one of them") }
    if let name = arguments.operands.first { throw .usage("help: \(option) prints the whole surface; leave \(name) out") }
    return switch option {
    case "--surface": String(HostSurface.page.dropLast())
    case "--openrpc": HostSurface.openRPC.pretty()
    default: HostSurface.busXML
    }
  }
}
