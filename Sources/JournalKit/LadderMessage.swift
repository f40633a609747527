internal import CallControl

/// One arrow of a ladder.
public struct LadderMessage: Hashable, Sendable {
  /// What the arrow stands for, which decides how it is drawn.
  public enum Kind: Hashable, Sendable {
    /// Something is asked for.
    case asking
    /// Something that was asked for has been decided or done.
    case answering
    /// Somebody is told something unasked.
    case telling
    /// Somebody said something that was not obeyed.
    case ignored
  }

  /// Where it begins.
  public let from: Participant
  /// Where it ends.
  public let to: Participant
  /// What is said, on one line.
  public let label: String
  /// All of it, line by line, where the label is only the beginning; else empty.
  public let detail: String
  /// What it stands for.
  public let kind: Kind
  /// Whether it is what somebody who looks for a fault looks for: a refusal, a failure, a loss.
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

  /// Audio is switched on or off, and why.
  static func audio(_ isOn: Bool, _ reason: AudioReason, from line: LineID, to provider: ProviderID) -> LadderMessage {
    LadderMessage(from: .line(line), to: .provider(provider), "audio \(isOn ? "on" : "off") (\(reason.rawValue))", kind: .telling)
  }
}
