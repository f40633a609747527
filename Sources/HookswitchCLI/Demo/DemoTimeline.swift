internal import Hookswitch

/// Prints the demo as a timeline: chapters with an explanation and their events, with a lane for each provider.
struct DemoTimeline {
  let console: Console
  /// The width in columns.
  let width: Int
  /// True on a terminal: text that is too long for a line is cut, because the terminal would wrap it.
  let isCut: Bool
  /// The providers, in the order of their lanes.
  let lanes: [ProviderID]
  private let laneWidth: Int

  /// - Parameter columns: the width of the terminal; nil when there is none.
  init(console: Console, lanes: [ProviderID], columns: Int?) {
    self.console = console
    self.lanes = lanes
    isCut = columns != nil
    width = max(72, min(100, columns ?? 96))
    laneWidth = max(16, min(26, (width - 38) / max(1, lanes.count)))
  }

  /// Prints the assignment of the parts.
  ///
  /// - Parameter absent: a sentence about a missing transport.
  func opening(_ cast: DemoCast, absent: String?) {
    console.print(console.styled("Hookswitch: call control with pluggable transports", .bold))
    console.print("")
    for player in cast.players {
      let language = player.offer.language.map { ", written in \($0 == "swift" ? "Swift" : $0 == "c" ? "C" : $0)" } ?? ""
      console.print("  \(styledLane(player.name))  is the transport \(player.offer.id)\(language)")
    }
    if let absent { console.print("  \(absent)") }
    console.print("")
    paragraph(
      """
      One line, one person's attention. The transports do not know of each other: the host has the rules between their calls. Each \
      command is one that you can type in hookswitch run.
      """)
  }

  /// Prints the link to the page.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - waits: true when the story waits for its reader.
  ///   - isOpened: true when a browser got it already.
  func page(_ link: String, waits: Bool, isOpened: Bool) {
    console.print("")
    console.print("  " + (isOpened ? "The page opens in your browser: " : "Open this link, once: ") + console.styled(link, .bold))
    let story = waits ? "The story begins when the page is open. " : ""
    paragraph("\(story)A press in the page acts on the calls of the story. Ctrl-C ends the demo.")
  }

  /// Prints a chapter's head.
  func chapter(_ number: Int, _ title: String, _ text: String, _ rules: [String]) {
    let head = "── \(number)  \(title) "
    let tail = " \(rules.joined(separator: " "))"
    let rule = String(repeating: "─", count: max(2, width - head.count - tail.count))
    console.print("")
    console.print(console.styled("── \(number)  ", .dim) + console.styled(title, .bold) + console.styled(" \(rule)\(tail)", .dim))
    paragraph(text)
    heads()
  }

  private func paragraph(_ text: String) {
    for line in Self.wrapped(text, width - 6) { console.print("   " + line) }
  }

  /// Prints the names of the lanes.
  func heads() {
    console.print("")
    let names = lanes.map { styledLane($0.rawValue, padded: laneWidth) }
    print(console.styled("   seconds  ", .dim) + names.joined(), "")
  }

  /// Prints a command, or the removal of a provider.
  func deed(_ text: String) { console.print("            " + console.styled("› \(text)", .bold)) }

  /// Prints the reason of a command that was meant to fail.
  func outcome(_ answer: CommandAnswer) {
    for (index, line) in Self.wrapped(answer.reason, width - 14).enumerated() {
      console.print("            " + console.styled((index == 0 ? "✗ " : "  ") + line, .yellow))
    }
  }

  /// Prints an event.
  func event(_ event: RunEvent) {
    switch event.body {
    case .provider(let name, let provider, let reason): row(event, provider, name.rawValue, RunEventText.style(of: name), reason)
    case .state(let name, let call):
      let word = call.state == .ringing ? EventName.incoming.rawValue : call.state.rawValue
      row(event, call.provider, "\(name) \(word)", RunEventText.style(of: call), note(call))
    case .call(let word, let name, let call, let detail): row(event, call.provider, "\(name) \(word.rawValue)", .cyan, detail)
    case .message, .answer: break
    }
  }

  private func note(_ call: Call) -> String {
    switch call.state {
    case .requested: "to \(call.handle?.description ?? "no handle")"
    case .ringing: "from \(call.handle?.description ?? "withheld")" + (call.name.map { ", \($0)" } ?? "")
    case .ended: RunEventText.end(of: call)
    default: ""
    }
  }

  private func row(_ event: RunEvent, _ provider: ProviderID, _ word: String, _ style: TextStyle, _ note: String) {
    var line = "  " + console.styled(RunEventText.seconds(event.time), .dim) + "  "
    for lane in lanes {
      line += console.styled("│ ", Self.laneStyle(lanes.firstIndex(of: lane) ?? 0))
      let cell = lane == provider ? word : ""
      // The padding has no style, so that `print` can remove spaces at the end of a line.
      line += (cell.isEmpty ? "" : console.styled(cell, style)) + String(repeating: " ", count: max(1, laneWidth - 2 - cell.count))
    }
    let note = PlainText.of(note)
    let room = width - 12 - laneWidth * lanes.count
    let short = isCut && note.count > room ? note.prefix(max(0, room - 1)) + "…" : note[...]
    print(line, String(short))
  }

  /// Prints a row without spaces at its end.
  private func print(_ line: String, _ note: String) {
    guard note.isEmpty else { return console.print(line + console.styled(note, .dim)) }
    console.print(String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)]))
  }

  /// Prints the summary.
  func closing(_ calls: Int, _ seconds: String, recording: String, journal: String?, transportPath: [String]) {
    console.print("")
    console.print(
      console.styled("✓ ", .green) + "\(calls) calls on \(lanes.count) providers in \(seconds) s, every one of them as the rules say.")
    #if HOOKSWITCH_SOUND
      if let heard = DemoRecording(recording) { console.print("  \(heard)") }
    #endif
    if let journal {
      console.print("  The journal is in \(journal): hookswitch replay \(journal) proves it, hookswitch trace \(journal) draws it.")
    }
    console.print("")
    let options = transportPath.map { " --transport-path \($0)" }.joined()
    console.print(
      "Now you: " + console.styled("\(Self.command) run\(options)", .bold)
        + ", then dial \(lanes.first?.rawValue ?? "loopback") 5550100, or help")
  }

  /// The path by which this command was started, so that the user can start it again.
  private static var command: String { CommandLine.arguments.first ?? "hookswitch" }

  private func styledLane(_ name: String, padded width: Int = 0) -> String {
    let index = lanes.firstIndex { $0.rawValue == name } ?? 0
    return console.styled(name, Self.laneStyle(index)) + String(repeating: " ", count: max(0, width - name.count))
  }

  private static func laneStyle(_ index: Int) -> TextStyle { [.cyan, .magenta, .blue, .green][index % 4] }

  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
