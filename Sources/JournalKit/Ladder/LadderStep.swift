internal import CallControl
package import StrictJSON

/// One step of a ladder, as programs and pages read it.
///
/// A pure value. `hookswitch trace --format json` prints one on each line, and the page of the web console draws them.
package struct LadderStep: Hashable, Sendable {
  /// The kind of a step.
  package enum Kind: String, CaseIterable, Sendable { case message, state, note, audio }

  /// Seconds since the journal's first record, to the millisecond.
  package let time: Double
  package let line: String
  package let kind: Kind
  /// The labels of the step's calls.
  package let calls: [String]
  /// The titles of the columns between which a message goes; for audio, `receiver` is the provider.
  package private(set) var sender: String?
  package private(set) var receiver: String?
  /// The step in one line, as in the ladder.
  package let text: String
  /// A transport's message in full.
  package private(set) var message: String?
  /// True for a refusal, a failure or a loss.
  package private(set) var isTrouble = false

  /// Creates the step; nil for rows that only a drawing needs.
  package init?(_ row: LadderRow, of ladder: Ladder) {
    time = Double(row.time.nanoseconds / 1_000_000) / 1_000
    line = ladder.line.rawValue
    calls = row.calls.compactMap { call in ladder.calls.first { $0.call == call }?.name }
    switch row.body {
    case .message(let message):
      kind = .message
      text = message.label
      (sender, receiver, isTrouble) = (message.from.title, message.to.title, message.isTrouble)
      self.message = message.detail.isEmpty ? nil : message.detail
    case .state(_, let text, let isTrouble):
      kind = .state
      (self.text, self.isTrouble) = (text, isTrouble)
    case .note(let text):
      kind = .note
      self.text = text
    case .audio(let provider, let isOn, let reason):
      kind = .audio
      receiver = provider.rawValue
      text = "audio \(isOn ? "on" : "off") (\(reason.rawValue))"
    case .pause: return nil
    }
  }

  /// The step as an object: members that do not apply are left out, names come in alphabetical order.
  package var json: JSONValue {
    .object(of: [
      "calls": calls.isEmpty ? nil : .strings(calls), "from": sender.map { .string($0) }, "line": .string(line),
      "message": message.map { .string($0) }, "step": .string(kind.rawValue), "text": .string(text), "time": .number(JSONNumber(time)),
      "to": receiver.map { .string($0) }, "trouble": isTrouble ? true : nil,
    ])
  }
}

extension Ladder {
  /// The steps, from top to bottom.
  package var steps: [LadderStep] { rows.compactMap { LadderStep($0, of: self) } }
}
