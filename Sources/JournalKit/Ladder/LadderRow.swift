public import CallControl

/// One step of a ladder, from top to bottom.
public struct LadderRow: Hashable, Sendable {
  /// The content of a row.
  public enum Body: Hashable, Sendable {
    /// An arrow.
    case message(LadderMessage)
    /// A call entered a state: its text, and whether the state is a failure.
    case state(CallID, text: String, isTrouble: Bool)
    /// A note beside the line.
    case note(String)
    /// A provider's audio was switched on (true) or off, with the reason.
    case audio(ProviderID, Bool, AudioReason)
    /// A pause of so many nanoseconds.
    case pause(Int64)
  }

  /// The time since the journal's first record.
  public let time: Instant
  /// The index of the row's record in the journal, from 0; the rows of one record are one moment of the line.
  public let record: Int
  /// The calls that the row concerns.
  public let calls: [CallID]
  /// The content.
  public let body: Body

  /// Returns the columns that the row uses, in no order.
  func participants(line: LineID) -> [Participant] {
    switch body {
    case .message(let message): [message.from, message.to]
    case .audio(let provider, _, _): [.line(line), .provider(provider)]
    case .state, .note, .pause: []
    }
  }
}
