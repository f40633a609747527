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
  public var decline: Decline? { boxedDecline?.value }
  /// Boxed, because commands are copied often and few of them have it.
  private let boxedDecline: Boxed<Decline>?

  private enum CodingKeys: String, CodingKey {
    case id, call, content, deadline, origin, cause
    case boxedDecline = "decline"
  }

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
    boxedDecline = decline.map(Boxed.init)
  }

  /// The command's kind.
  public var kind: CommandKind { content.kind }
}
