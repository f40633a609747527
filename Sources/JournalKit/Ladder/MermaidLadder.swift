internal import CallControl

/// Draws a ladder as a Mermaid sequence diagram, which code hosts and wikis render.
public struct MermaidLadder {
  /// A renderer; it has no settings.
  public init() {}

  /// Returns the diagram's source, without a final line break.
  ///
  /// A message or state begins with its time in square brackets when the time differs from the one before.
  public func text(of ladder: Ladder) -> String {
    var lines = ["sequenceDiagram"]
    if let begun = ladder.begun { lines.append("  %% begun " + Self.comment(begun)) }
    for call in ladder.calls {
      lines.append("  %% " + Self.comment(([call.name, "\(call.call)"] + call.words).filter { !$0.isEmpty }.joined(separator: ", ")))
    }
    for (number, participant) in ladder.participants.enumerated() {
      lines.append("  participant p\(number) as \(Self.escaped(participant.title))")
    }
    var last = ""
    var index = ladder.rows.startIndex
    while index < ladder.rows.endIndex {
      let row = ladder.rows[index]
      let time = ClockText.time(row.time)
      if case .pause(let length) = row.body {
        let ends = ladder.participants.count > 1 ? "p0,p\(ladder.participants.count - 1)" : "p0"
        lines.append("  Note over \(ends): \(ClockText.length(nanoseconds: length))")
        index += 1
        continue
      }
      let stamp = time == last ? "" : "[\(time)] "
      last = time
      if let message = Self.message(of: row, ladder) {
        lines.append("  " + arrow(message, ladder, stamp))
        index += 1
      } else {
        // Merge the states of one moment into one note, to keep the diagram short.
        let notes = ladder.rows[index...].prefix { $0.record == row.record && Self.note($0) != nil }
        lines.append("  Note over p1: " + stamp + notes.compactMap(Self.note).map(Self.escaped).joined(separator: "<br/>"))
        index += max(notes.count, 1)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func message(of row: LadderRow, _ ladder: Ladder) -> LadderMessage? {
    switch row.body {
    case .message(let message): message
    case .audio(let provider, let isOn, let reason): .audio(isOn, reason, from: ladder.line, to: provider)
    case .state, .note, .pause: nil
    }
  }

  private static func note(_ row: LadderRow) -> String? {
    switch row.body {
    case .state(_, let text, isTrouble: _), .note(let text): text
    case .message, .audio, .pause: nil
    }
  }

  private func arrow(_ message: LadderMessage, _ ladder: Ladder, _ stamp: String) -> String {
    let from = ladder.participants.firstIndex(of: message.from) ?? 0
    let to = ladder.participants.firstIndex(of: message.to) ?? 0
    let arrow =
      switch message.kind {
      case .asking: "->>"
      case .answering: "-->>"
      case .telling: "-)"
      case .ignored: "-x"
      }
    return "p\(from)\(arrow)p\(to): \(stamp)\(Self.escaped(message.label))"
  }

  /// Escapes text for Mermaid and for the page around it: everything but letters, digits and harmless signs becomes an entity.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "-", "+", "@", "/", "(", ")", "*", "_", "=", "?", "!", "'", ":":
        result.unicodeScalars.append(scalar)
      default:
        if scalar.value < 0x80 { result += "#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
      }
    }
    // Mermaid removes the `;` of entities after these two words, because it mistakes them for style statements.
    return result.substituting("style", with: "st#121;le").substituting("classDef", with: "class#68;ef")
  }

  /// Cleans text for a comment: braces would be read as settings, and a page that shows the source may interpret markup.
  private static func comment(_ text: String) -> String {
    String(text.map { "{}<>&".contains($0) ? "_" : $0 })
  }
}
