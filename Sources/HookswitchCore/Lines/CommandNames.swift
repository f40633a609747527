internal import CallControl
internal import FoundationEssentials

/// The ids under which a delegate knows a command.
struct CommandNames: Sendable {
  /// The action's id.
  let action: UUID
  /// The id of the action's transaction.
  let transaction: UUID

  /// The ids of a single command of the host's own.
  static func own(_ name: UUID) -> CommandNames { CommandNames(action: name, transaction: name) }
}

/// A command on its way to a delegate, with its ids.
struct NamedCommand: Sendable {
  let names: CommandNames
  let ticket: ActionTicket

  /// The delegate's action.
  var action: any CallAction { ticket.action(named: names.action) }
}
