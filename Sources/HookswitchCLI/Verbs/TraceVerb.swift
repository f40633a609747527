internal import CallControl
internal import JournalKit

/// `hookswitch trace JOURNAL|--live CALL [--format FORMAT] [--messages] [--call CALL] [--line LINE] [--out FILE]`: draws a journal as a
/// ladder diagram.
enum TraceVerb: Verb {
  static let syntax = VerbSyntax(
    name: "trace", summary: "Draw a journal as a ladder diagram",
    discussion: """
      A ladder shows messages from top to bottom, between these columns: programs, the line and its rules, each provider with the \
      transport's own messages behind it, screeners. Calls have the labels c1, c2 and so on in the order in which they first appear \
      in the journal. Each line of the host has its own ladder.

      The words on the arrows are those of scenario files. Ignored reports are crossed out; refusals, failures and losses are red.

      With --live, a running daemon tells what its flight recorder has of a call. As text and as json the ladder grows until the call \
      is over; the other formats have what is there now.
      """,
    operands: [VerbOperand("JOURNAL", .optional, "A file that --journal of another verb wrote; - is standard input. Not with --live.")],
    options: [
      VerbOption(
        "--format", value: "FORMAT",
        """
        text (default), mermaid for a page that shows Mermaid diagrams, svg for a picture, json: a line for each step, otlp: spans for a \
        collector of OpenTelemetry, or pcapng: the transports' messages for a packet analyzer.
        """),
      VerbOption("--json", "The same as --format json."),
      VerbOption("--messages", "Print the transports' own messages, such as SIP, in full below their arrows; for text."),
      VerbOption("--call", value: "CALL", "Only the steps of this call: c1, or its UUID."),
      VerbOption("--line", value: "LINE", "Only this line of the host."),
      VerbOption("--out", value: "FILE", "Write to FILE instead of standard output."),
      VerbOption("--live", value: "CALL", "Draw this call of a running daemon: its UUID, active, held, ringing or newest."),
      VerbOption("--socket", value: "PATH", "With --live: speak with the daemon at PATH."),
    ],
    examples: [
      VerbExample("hookswitch trace calls.journal", "Draw the journal on the terminal."),
      VerbExample("hookswitch trace calls.journal --call c1 --messages", "Show one call with every SIP message in full."),
      VerbExample(
        "hookswitch trace calls.journal --call c2 --format svg --out c2.svg", "Draw one call as a picture, for a bug report."),
      VerbExample("hookswitch trace --live active", "Watch the active call of the daemon until it is over."),
    ],
    exitCodes: [
      .success: "The ladder was drawn.",
      .failure: "There is nothing to draw, or FILE cannot be written.",
      .usage: "The arguments are wrong, or the journal cannot be read: the file, the line and the reason are printed.",
      .nothingDone: "With --live: no daemon runs.", .ownFailure: "With --live: this user may not do it.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let format = try arguments.has("--json") ? TraceFormat.json : format(arguments.value("--format") ?? TraceFormat.text.rawValue)
    let showsMessages = arguments.has("--messages")
    guard !showsMessages || format == .text else { throw .usage("trace: --messages is for --format text; json has them whole anyway") }
    if let call = arguments.value("--live") {
      guard arguments.operands.isEmpty, !arguments.has("--call"), !arguments.has("--line") else {
        throw .usage("trace: --live names the call; give no JOURNAL, --call or --line beside it")
      }
      return try LiveTrace(call, format, arguments, console).run()
    }
    guard let path = arguments.operands.first else { throw .usage("trace: give a JOURNAL, or --live CALL for a call of the daemon") }
    let journal = try JournalInput(path, console: console)
    if format.isExport {
      var only: CallID?
      if let name = arguments.value("--call") {
        only = journal.names.call(named: name)
        if only == nil { throw .usage("trace: there is no call \(name) here") }
      }
      return try format.export(journal.records, zero: journal.zero, of: only, to: arguments.value("--out"))
    }
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

  static func style(of style: TextLadder.Style) -> TextStyle {
    switch style {
    case .title: .bold
    case .quiet: .dim
    case .trouble: .red
    case .state: .green
    case .answer: .cyan
    }
  }
}
