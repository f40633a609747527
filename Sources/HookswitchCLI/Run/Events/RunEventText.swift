internal import Hookswitch
internal import HostConfiguration

/// Formats events as lines for people: the time, the call or provider, the event, and details.
struct RunEventText: Sendable {
  /// Adds a style to a text, or returns it unchanged.
  var style: @Sendable (String, TextStyle) -> String
  /// The format of telephone numbers; nil shows them unchanged.
  var numbers: LocalNumbers?

  /// The event's line; nil when people need not see it.
  func line(_ event: RunEvent) -> String? {
    switch event.body {
    case .provider(let name, let provider, let reason):
      row(event.time, provider.rawValue, name.rawValue, Self.style(of: name), reason)
    case .state(let name, let call):
      row(event.time, name.description, Self.word(for: call), Self.style(of: call), detail(of: call))
    case .call(.updated, let name, let call, _):
      row(event.time, name.description, EventName.updated.rawValue, .dim, Self.party(of: call, numbers))
    case .call(let event_, let name, _, let detail):
      row(event.time, name.description, event_.rawValue, .dim, detail)
    case .message(let provider, let level, let text):
      row(event.time, provider.rawValue, level <= 1 ? "error" : level == 2 ? "warning" : "note", level <= 1 ? .red : .yellow, text)
    case .answer(let answer):
      answer.listing.map(table) ?? answer.audio?.text ?? answer.processes?.text
        ?? answer.upgrades.map { $0.map(\.text).joined(separator: "\n") } ?? answer.diagnosis.map(DiagnosisOutline.text)
        ?? answer.text
    }
  }

  private func row(_ time: Instant, _ subject: String, _ word: String, _ wordStyle: TextStyle, _ rest: String) -> String {
    var line = style(Self.seconds(time), .dim) + "  " + Self.padded(PlainText.line(subject), 10) + "  "
    line += style(word, wordStyle)
    if !rest.isEmpty { line += String(repeating: " ", count: max(1, 12 - word.count)) + PlainText.line(rest) }
    return line
  }

  /// The word for a call's state; ringing is shown as incoming.
  private static func word(for call: Call) -> String { call.state == .ringing ? EventName.incoming.rawValue : call.state.rawValue }

  /// The list for `calls`.
  private func table(_ calls: [ListedCall]) -> String {
    if calls.isEmpty { return "no calls" }
    return calls.map { listed in
      let entry = listed.entry
      var marks = entry.marks.words
      if !Self.isSaid(entry.providerName, by: entry.provider.rawValue) { marks.append(PlainText.of(entry.providerName)) }
      if !listed.with.isEmpty { marks.append("with " + listed.with.map(\.description).joined(separator: ", ")) }
      if entry.line != .main { marks.append(PlainText.of("line \(entry.line)")) }
      let party = Self.party(entry.provider, isOutgoing: entry.direction == .outgoing, entry.handle, entry.party, numbers)
      let columns = [
        Self.padded(listed.name.description, 4), style(Self.padded(entry.state.rawValue, 11), Self.style(of: entry.state)),
        Self.padded(Duration.seconds(entry.seconds).clockText, 7), party, marks.joined(separator: ", "),
      ]
      return columns.joined(separator: " ").trimmingEnd
    }.joined(separator: "\n")
  }

  /// True when a provider's display name equals its id but for case and punctuation.
  private static func isSaid(_ name: String, by id: String) -> Bool {
    func bare(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    return bare(name) == bare(id)
  }

  // MARK: Parts

  /// Seconds since the host began, such as `   1.234`.
  static func seconds(_ time: Instant) -> String {
    let milliseconds = time.nanoseconds / 1_000_000
    let text = "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }

  static func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

  /// The provider of a call and its far end.
  static func party(of call: Call, _ numbers: LocalNumbers? = nil) -> String {
    party(call.provider, isOutgoing: call.isOutgoing, call.handle, call.name, numbers)
  }

  private static func party(
    _ provider: ProviderID, isOutgoing: Bool, _ handle: Handle?, _ name: String?, _ numbers: LocalNumbers?
  ) -> String {
    let far = handle.map { numbers?.text(of: $0) ?? $0.description } ?? "withheld"
    let name = name.map { " (\($0))" } ?? ""
    return "\(PlainText.of(provider.rawValue)) \(isOutgoing ? "to" : "from") \(PlainText.of(far + name))"
  }

  /// The details of a call that entered a state: its far end when it appears, its end when it is over.
  private func detail(of call: Call) -> String {
    switch call.state {
    case .requested, .ringing, .answering: Self.party(of: call, numbers)
    case .ended: Self.end(of: call)
    case .dialing, .connecting, .screening, .active, .held, .ending: ""
    }
  }

  /// The end of a call: the reason, the cause, and the network's message.
  static func end(of call: Call) -> String {
    guard let end = call.end else { return "" }
    var text = end.reason.rawValue
    if let cause = end.cause { text += ", \(cause.word)" }
    if let message = end.transport?.message, !message.isEmpty { text += ": \(PlainText.of(message))" }
    if let connected = call.connected, let ended = call.ended { text += " (\(connected.duration(to: ended).clockText))" }
    return text
  }

  static func style(of call: Call) -> TextStyle {
    call.state == .ended && call.end?.reason == .failed ? .red : style(of: call.state)
  }

  private static func style(of state: CallState) -> TextStyle {
    switch state {
    case .requested, .dialing, .connecting, .answering: .cyan
    case .screening, .ringing: .magenta
    case .active: .green
    case .held: .yellow
    case .ending: .dim
    case .ended: .dim
    }
  }

  static func style(of name: EventName) -> TextStyle {
    switch name {
    case .ready: .green
    case .lost, .quarantined: .red
    case .notReady: .yellow
    default: .dim
    }
  }
}

extension String {
  /// The text without trailing spaces.
  fileprivate var trimmingEnd: String { String(self[...(lastIndex { $0 != " " } ?? startIndex)]) }
}
