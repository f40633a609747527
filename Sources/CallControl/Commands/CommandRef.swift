/// Names one command so that a provider's word about it finds its line: what an answer carries back.
public struct CommandRef: Hashable, Codable, Sendable {
  /// The line that sent it.
  public let line: LineID
  /// Its number on that line.
  public let id: CommandID
  /// The call it is about.
  public let call: CallID
  /// What was asked; a stale word is journalled with it.
  public let kind: CommandKind

  /// Names a command.
  public init(line: LineID, id: CommandID, call: CallID, kind: CommandKind) {
    self.line = line
    self.id = id
    self.call = call
    self.kind = kind
  }
}
