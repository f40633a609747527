internal import CallControl
internal import FoundationEssentials

/// A command on its way to a delegate, with its ids.
struct NamedCommand: Sendable {
  let names: CommandNames
  let ticket: ActionTicket

  /// The delegate's action.
  var action: any CallAction { ticket.action(named: names.action) }
}

extension ProviderBox {
  /// Sends the delegate one command: as a transaction of one, or as an action if it does not take that.
  func perform(_ command: NamedCommand, of core: HostCore) {
    if isDirect {
      if !isRetired { give(command, to: delegate, of: core) }
    } else {
      onLane { [self] delegate in
        guard !isRetired else { return }
        let action = command.action
        if delegate?.provider(provider, execute: Transaction(actions: [action], uuid: command.names.transaction)) ?? false { return }
        give(command, to: delegate, of: core)
      }
    }
  }

  /// Sends the delegate several commands in one piece, or one after another if it does not take them whole (X5).
  ///
  /// Not for direct delegates, which take no transactions.
  func perform(_ commands: [NamedCommand], of core: HostCore) {
    guard let uuid = commands.first?.names.transaction else { return }
    onLane { [self] delegate in
      guard !isRetired else { return }
      let actions = commands.map(\.action)
      if delegate?.provider(provider, execute: Transaction(actions: actions, uuid: uuid)) ?? false { return }
      core.giveInTurn(commands, to: delegate, of: self)
    }
  }

  /// Tells the delegate that an action's deadline passed (T2).
  func timedOut(_ name: UUID, _ ticket: ActionTicket) {
    call { delegate, provider in delegate.provider(provider, timedOutPerforming: ticket.action(named: name)) }
  }

  /// Tells the delegate that an action no longer makes sense.
  func cancelled(_ name: UUID, _ ticket: ActionTicket) {
    call { delegate, provider in delegate.provider(provider, cancelled: ticket.action(named: name)) }
  }

  /// Gives the delegate one action; without a delegate, it fails at once (P3) with a log entry.
  func give(_ command: NamedCommand, to delegate: (any ProviderDelegate)?, of core: HostCore) {
    let action = command.action
    guard let delegate else {
      core.noteAbsentDelegate(of: self)
      return action.fail(.unimplemented)
    }
    action.perform(by: delegate, of: provider)
  }
}
