internal import FoundationEssentials

/// What a delegate knows a command by.
struct CommandNames: Sendable {
  /// The action's name.
  let action: UUID
  /// The name of the transaction that it comes in.
  let transaction: UUID

  /// Of a command alone, whose action nobody named.
  static func own(_ name: UUID) -> CommandNames { CommandNames(action: name, transaction: name) }
}
