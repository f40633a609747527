/// One command of a line to a provider, about one call.
///
/// It ends exactly once: fulfilled, failed or timed out (V2).
public struct ProviderCommand: Hashable, Codable, Sendable {
  /// The command's number on its line.
  public let id: CommandID
  /// The call that the command is about.
  public let call: CallID
  /// The operation to carry out.
  public let operation: CallOperation
  /// The command's deadline.
  public var deadline: Instant
  /// The origin of the request.
  public let origin: Origin
  /// The cause of an End, from which the provider chooses the network's code.
  public let cause: EndCause?

  /// Creates a command; only the line does this.
  public init(id: CommandID, call: CallID, operation: CallOperation, deadline: Instant, origin: Origin, cause: EndCause? = nil) {
    self.id = id
    self.call = call
    self.operation = operation
    self.deadline = deadline
    self.origin = origin
    self.cause = cause
  }

  /// The operation's kind.
  public var kind: CallOperation.Kind { operation.kind }

  private enum CodingKeys: String, CodingKey {
    case id, call, deadline, origin, cause
    case operation = "content"
    // Journals of earlier versions have the decline beside the End.
    case decline
  }

  /// Decodes a command, also from journals of earlier versions.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(CommandID.self, forKey: .id)
    call = try values.decode(CallID.self, forKey: .call)
    deadline = try values.decode(Instant.self, forKey: .deadline)
    origin = try values.decode(Origin.self, forKey: .origin)
    cause = try values.decodeIfPresent(EndCause.self, forKey: .cause)
    let decline = try values.decodeIfPresent(Decline.self, forKey: .decline)
    operation = try decline.map { .end($0) } ?? values.decode(CallOperation.self, forKey: .operation)
  }

  /// Encodes the command.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(call, forKey: .call)
    try values.encode(operation, forKey: .operation)
    try values.encode(deadline, forKey: .deadline)
    try values.encode(origin, forKey: .origin)
    try values.encodeIfPresent(cause, forKey: .cause)
  }
}

/// A reference to one command, which a provider's answer carries back to its line.
public struct CommandRef: Hashable, Codable, Sendable {
  /// The line that sent it.
  public let line: LineID
  /// The command's number on that line.
  public let id: CommandID
  /// The call that the command is about.
  public let call: CallID
  /// The operation's kind; the journal needs it for stale answers.
  public let kind: CallOperation.Kind

  /// Creates a reference to a command.
  public init(line: LineID, id: CommandID, call: CallID, kind: CallOperation.Kind) {
    self.line = line
    self.id = id
    self.call = call
    self.kind = kind
  }
}
