internal import CallControl
internal import JournalKit

/// `hookswitch replay JOURNAL`: runs the journal's events again, and compares the effects.
enum ReplayVerb: Verb {
  static let syntax = VerbSyntax(
    name: "replay", summary: "Run a journal again, and check that the effects are the same",
    discussion: """
      The rules of the host make no random choices and read no clock: the same events give the same effects. Replay feeds a \
      journal's events to the rules again, without delay and without a transport, and compares every effect with the one in the \
      journal. When they differ, the file was changed, or this host has other rules than the host that wrote it.

      Replay ignores a last line that is cut off, as after a crash, and replays the lines before it.
      """,
    operands: [VerbOperand("JOURNAL", .one, "A file that --journal of another verb wrote; - is standard input.")],
    examples: [VerbExample("hookswitch replay calls.journal", "Check that this host decides the same today.")],
    exitCodes: [
      .success: "Every event had the same effects as in the journal.",
      .failure: "Effects differ; the first difference is printed.",
      .usage: "The arguments are wrong, or the journal cannot be read: the file, the line and the reason are printed.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let journal = try JournalInput(arguments.operands[0], console: console)
    var replay = JournalReplay()
    var effects = 0
    var lines: Set<LineID> = []
    for record in journal.records {
      do throws(JournalReplay.Difference) {
        try replay.run(record)
      } catch {
        console.print(text(of: error, in: journal, console: console))
        return .failure
      }
      if case .received(let line, _, let decided) = record.body {
        effects += decided.count
        lines.insert(line)
      }
    }
    console.print(
      PlainText.line(journal.name)
        + ": \(count(replay.events, "event")) on \(count(lines.count, "line")) replayed, the same \(count(effects, "effect")) came out"
    )
    return .success
  }

  private static func text(of difference: JournalReplay.Difference, in journal: JournalInput, console: Console) -> String {
    let words = ReplayDifference(difference, in: journal.records, names: journal.names)
    let place = "\(journal.name):\(journal.line(ofRecord: difference.record))"
    var lines = [
      console.styled(PlainText.line("\(place): record \(difference.record + 1) differs"), .bold),
      words.event,
      "recorded (-), replayed (+):",
    ]
    for entry in words.entries {
      switch entry.side {
      case .both: lines.append("    \(entry.text)")
      case .recorded: lines.append(console.styled("  - \(entry.text)", .red))
      case .replayed: lines.append(console.styled("  + \(entry.text)", .green))
      }
    }
    lines += words.calls.map { console.styled("\(journal.names[$0]) is \($0)", .dim) }
    return lines.joined(separator: "\n")
  }

  private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
}
