internal import CallControl
internal import JournalKit

/// `hookswitch trace JOURNAL [--format FORMAT] [--messages] [--call CALL] [--line LINE] [--out FILE]`: draws a journal as a ladder diagram.
enum TraceVerb: Verb {
  static let syntax = VerbSyntax(
    name: "trace", summary: "Draw a journal as a ladder diagram",
    discussion: """
      A ladder shows messages from top to bottom, between these columns: programs, the line and its rules, each provider with the \
      transport's own messages behind it, screeners. Calls have the labels c1, c2 and so on in the order in which they first appear \
      in the journal. Each line of the host has its own ladder.

      The words on the arrows are those of scenario files. Ignored reports are crossed out; refusals, failures and losses are red.
      """,
    operands: [VerbOperand("JOURNAL", .one, "A file that --journal of another verb wrote; - is standard input.")],
    options: [
      VerbOption(
        "--format", value: "FORMAT",
        "text (default), mermaid for a page that shows Mermaid diagrams, svg for a picture, or json: a line for each step."),
      VerbOption("--json", "The same as --format json."),
      VerbOption("--messages", "Print the transports' own messages, such as SIP, in full below their arrows; for text."),
      VerbOption("--call", value: "CALL", "Only the steps of this call: c1, or its UUID."),
      VerbOption("--line", value: "LINE", "Only this line of the host."),
      VerbOption("--out", value: "FILE", "Write to FILE instead of standard output."),
    ],
    examples: [
      VerbExample("hookswitch trace calls.journal", "Draw the journal on the terminal."),
      VerbExample("hookswitch trace calls.journal --call c1 --messages", "Show one call with every SIP message in full."),
      VerbExample(
        "hookswitch trace calls.journal --call c2 --format svg --out c2.svg", "Draw one call as a picture, for a bug report."),
    ],
    exitCodes: [
      .success: "The ladder was drawn.",
      .failure: "There is nothing to draw, or FILE cannot be written.",
      .usage: "The arguments are wrong, or the journal cannot be read: the file, the line and the reason are printed.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let format = try arguments.has("--json") ? TraceFormat.json : format(arguments.value("--format") ?? TraceFormat.text.rawValue)
    let showsMessages = arguments.has("--messages")
    guard !showsMessages || format == .text else { throw .usage("trace: --messages is for --format text; json has them whole anyway") }
    let journal = try JournalInput(arguments.operands[0], console: console)
    let ladders = try ladders(of: journal, line: arguments.value("--line"), call: arguments.value("--call"))
    if let file = arguments.value("--out") {
      try OutputFile.write(format.drawing(of: ladders, width: 120, showsMessages: showsMessages) { text, _ in text }, to: file)
    } else {
      console.print(
        try format.drawing(of: ladders, width: TerminalWidth.current, showsMessages: showsMessages) { console.styled($0, style(of: $1)) })
    }
    return .success
  }

  private static func format(_ word: String) throws(CommandError) -> TraceFormat {
    guard let format = TraceFormat(rawValue: word) else {
      throw .usage("trace: there is no format \(word): --format is \(TraceFormat.list(TraceFormat.allCases.map(\.rawValue)))")
    }
    return format
  }

  private static func ladders(of journal: JournalInput, line: String?, call: String?) throws(CommandError) -> [Ladder] {
    var ladders = Ladder.all(of: journal.records, names: journal.names, begun: journal.begun)
    if ladders.isEmpty { throw .failed("\(journal.name): nothing happened on any line, so there is nothing to draw") }
    if let line {
      let names = ladders.map { "\($0.line)" }
      ladders.removeAll { "\($0.line)" != line }
      if ladders.isEmpty { throw .usage("trace: there is no line \(line) in this journal: --line is \(TraceFormat.list(names))") }
    }
    guard let call else { return ladders }
    let calls = ladders.flatMap(\.calls)
    guard let wanted = journal.names.call(named: call), calls.contains(where: { $0.call == wanted }) else {
      let known = TraceFormat.list(calls.map { $0.farEnd.isEmpty ? $0.name : "\($0.name) (\($0.farEnd))" })
      throw .usage("trace: there is no call \(call) here" + (calls.isEmpty ? "" : ": --call is \(known)"))
    }
    return ladders.filter { $0.calls.contains { $0.call == wanted } }.map { $0.showing(only: wanted) }
  }

  private static func style(of style: TextLadder.Style) -> TextStyle {
    switch style {
    case .title: .bold
    case .quiet: .dim
    case .trouble: .red
    case .state: .green
    case .answer: .cyan
    }
  }
}
