/// One thing that a line asks of a provider, about one call.
///
/// It ends exactly once: fulfilled, failed or timed out (V2).
public struct ProviderCommand: Hashable, Codable, Sendable {
  /// Its number on its line.
  public let id: CommandID
  /// The call it is about.
  public let call: CallID
  /// What is asked.
  public let content: CommandContent
  /// When the line gives it up.
  public var deadline: Instant
  /// Who asked.
  public let origin: Origin
  /// Of an End: why, so that the provider can say the right thing to the network.
  public let cause: EndCause?
  /// Of an End of a ringing call: what the caller is told, where whoever asked said so.
  public let decline: Decline?

  /// Puts a command together; the line does this.
  public init(
    id: CommandID, call: CallID, content: CommandContent, deadline: Instant, origin: Origin, cause: EndCause? = nil, decline: Decline? = nil
  ) {
    self.id = id
    self.call = call
    self.content = content
    self.deadline = deadline
    self.origin = origin
    self.cause = cause
    self.decline = decline
  }

  /// What kind of thing is asked.
  public var kind: CommandKind { content.kind }
}
