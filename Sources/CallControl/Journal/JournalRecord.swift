/// One entry of a journal: all that is needed to run a host's decisions again, and to draw them.
public struct JournalRecord: Hashable, Codable, Sendable {
  /// What happened.
  public enum Body: Hashable, Codable, Sendable {
    /// A line began, with this policy and these providers.
    case opened(LineID, LinePolicy, Roster)
    /// A line was told something, and decided this.
    case received(LineID, LineEvent, [LineEffect])
    /// A line without calls was forgotten.
    case closed(LineID)
    /// A provider was lost, was reset, or was retired; each of its lines is told on its own.
    case provider(ProviderID, ProviderLoss)
    /// A transport's own message, for ladders: its protocol, its text, and whether it went out.
    case wire(ProviderID, CallID?, protocol: String, text: String, isOutgoing: Bool)
    /// A word about a call that no line knows (P4).
    case unknown(ProviderID, HeardWord)
  }

  /// When, on the host's clock.
  public let time: Instant
  /// What.
  public let body: Body

  /// Puts an entry together.
  public init(time: Instant, _ body: Body) {
    self.time = time
    self.body = body
  }
}
