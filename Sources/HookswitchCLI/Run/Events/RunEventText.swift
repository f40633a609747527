internal import Hookswitch

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
      var marks = Self.marks(of: listed.call)
      if !Self.isSaid(listed.call.providerName, by: listed.call.provider.rawValue) { marks.append(PlainText.of(listed.call.providerName)) }
      if !listed.with.isEmpty { marks.append("with " + listed.with.map(\.description).joined(separator: ", ")) }
      if listed.call.line != .main { marks.append(PlainText.of("line \(listed.call.line)")) }
      let columns = [
        Self.padded(listed.name.description, 4), style(Self.padded(listed.call.state.rawValue, 11), Self.style(of: listed.call)),
        Self.padded(Self.clock(listed.duration), 7), Self.party(of: listed.call, numbers), marks.joined(separator: ", "),
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

  /// A duration such as `1:02` or `1:02:03`.
  static func clock(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    let minutes = "\(seconds / 60 % 60):\(String(seconds % 60 + 100).dropFirst())"
    return seconds < 3600 ? minutes : "\(seconds / 3600):" + (minutes.count < 5 ? "0" : "") + minutes
  }

  static func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

  /// The provider of a call and its far end.
  static func party(of call: Call, _ numbers: LocalNumbers? = nil) -> String {
    let far = call.handle.map { numbers?.text(of: $0) ?? $0.description } ?? "withheld"
    let name = call.name.map { " (\($0))" } ?? ""
    return "\(PlainText.of(call.provider.rawValue)) \(call.isOutgoing ? "to" : "from") \(PlainText.of(far + name))"
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
    if let connected = call.connected, let ended = call.ended { text += " (\(clock(connected.duration(to: ended))))" }
    return text
  }

  static func marks(of call: Call) -> [String] {
    [
      call.isMuted ? "muted" : nil, call.isRemotelyHeld ? "held by the far end" : nil, call.isWaiting ? "waiting" : nil,
      call.isTransferring ? "transferring" : nil, call.isEmergency ? "emergency" : nil,
    ].compactMap { $0 }
  }

  static func style(of call: Call) -> TextStyle {
    switch call.state {
    case .requested, .dialing, .connecting, .answering: .cyan
    case .screening, .ringing: .magenta
    case .active: .green
    case .held: .yellow
    case .ending: .dim
    case .ended: call.end?.reason == .failed ? .red : .dim
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
