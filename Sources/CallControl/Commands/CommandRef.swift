/// A reference to one command, which a provider's answer carries back to its line.
public struct CommandRef: Hashable, Codable, Sendable {
  /// The line that sent it.
  public let line: LineID
  /// The command's number on that line.
  public let id: CommandID
  /// The call that the command is about.
  public let call: CallID
  /// The command's kind; the journal needs it for stale answers.
  public let kind: CommandKind

  /// Creates a reference to a command.
  public init(line: LineID, id: CommandID, call: CallID, kind: CommandKind) {
    self.line = line
    self.id = id
    self.call = call
    self.kind = kind
  }
}
