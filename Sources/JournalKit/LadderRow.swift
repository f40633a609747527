public import CallControl

/// One step of a ladder, from top to bottom.
public struct LadderRow: Hashable, Sendable {
  /// What is drawn.
  public enum Body: Hashable, Sendable {
    /// An arrow.
    case message(LadderMessage)
    /// A call entered a state: its name with the state, and whether that is a failure.
    case state(CallID, text: String, isTrouble: Bool)
    /// Something to know, beside the line.
    case note(String)
    /// A provider's audio was switched on (true) or off, and why.
    case audio(ProviderID, Bool, AudioReason)
    /// Nothing happened for so many nanoseconds.
    case pause(Int64)
  }

  /// When, since the journal's first record.
  public let time: Instant
  /// The journal's record that it comes from, counting from 0; rows of one record are one moment of the line.
  public let record: Int
  /// The calls that it is about.
  public let calls: [CallID]
  /// What is drawn.
  public let body: Body

  /// Those whom it touches, in no order.
  func participants(line: LineID) -> [Participant] {
    switch body {
    case .message(let message): [message.from, message.to]
    case .audio(let provider, _, _): [.line(line), .provider(provider)]
    case .state, .note, .pause: []
    }
  }
}
