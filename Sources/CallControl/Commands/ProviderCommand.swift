/// One command of a line to a provider, about one call.
///
/// It ends exactly once: fulfilled, failed or timed out (V2).
public struct ProviderCommand: Hashable, Codable, Sendable {
  /// The command's number on its line.
  public let id: CommandID
  /// The call that the command is about.
  public let call: CallID
  /// The command's content.
  public let content: CommandContent
  /// The command's deadline.
  public var deadline: Instant
  /// The origin of the request.
  public let origin: Origin
  /// The cause of an End, from which the provider chooses the network's code.
  public let cause: EndCause?
  /// The decline's details for a ringing call's End, if the requester gave any.
  public let decline: Decline?

  /// Creates a command; only the line does this.
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

  /// The command's kind.
  public var kind: CommandKind { content.kind }
}
