internal import CallControl

/// One arrow of a ladder.
public struct LadderMessage: Hashable, Sendable {
  /// The kind of a message, which decides the style of its arrow.
  public enum Kind: Hashable, Sendable {
    /// A request.
    case asking
    /// The decision on a request, or its completion.
    case answering
    /// A report that answers no request.
    case telling
    /// A report that the line did not accept.
    case ignored
  }

  /// The sender.
  public let from: Participant
  /// The receiver.
  public let to: Participant
  /// The text on the arrow, on one line.
  public let label: String
  /// The whole message with its line breaks, when the label is only an excerpt; else empty.
  public let detail: String
  /// The kind of the message.
  public let kind: Kind
  /// True for a refusal, a failure or a loss, which a drawing highlights.
  public let isTrouble: Bool

  init(
    from: Participant, to: Participant, _ label: String, detail: String = "", kind: Kind, isTrouble: Bool = false
  ) {
    self.from = from
    self.to = to
    self.label = PlainText.clean(label)
    self.detail = detail
    self.kind = kind
    self.isTrouble = isTrouble
  }

  /// Returns the message that switches audio on or off.
  static func audio(_ isOn: Bool, _ reason: AudioReason, from line: LineID, to provider: ProviderID) -> LadderMessage {
    LadderMessage(from: .line(line), to: .provider(provider), "audio \(isOn ? "on" : "off") (\(reason.rawValue))", kind: .telling)
  }
}
