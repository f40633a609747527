internal import CallControl
internal import FoundationEssentials

/// A command on its way to a delegate, with its ids.
struct NamedCommand: Sendable {
  let names: CommandNames
  let ticket: ActionTicket

  /// The delegate's action.
  var action: any GivenAction { makeAction(names.action, ticket) }
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
    call { delegate, provider in delegate.provider(provider, timedOutPerforming: makeAction(name, ticket)) }
  }

  /// Tells the delegate that an action no longer makes sense.
  func cancelled(_ name: UUID, _ ticket: ActionTicket) {
    call { delegate, provider in delegate.provider(provider, cancelled: makeAction(name, ticket)) }
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

/// An action that calls its own delegate function.
protocol GivenAction: CallAction {
  /// Calls the delegate's function for this kind of action.
  func perform(by delegate: any ProviderDelegate, of provider: Provider)
}

extension StartCallAction: GivenAction {
  func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

extension AnswerCallAction: GivenAction {
  func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

extension EndCallAction: GivenAction {
  func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

extension SetHeldCallAction: GivenAction {
  func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

extension SetMutedCallAction: GivenAction {
  func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

extension SetGroupCallAction: GivenAction {
  func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

extension PlayDTMFCallAction: GivenAction {
  func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

extension TransferCallAction: GivenAction {
  func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

/// Makes the delegate's action from a command.
func makeAction(_ name: UUID, _ ticket: ActionTicket) -> any GivenAction {
  let command = ticket.command
  let call = command.call
  var action: any GivenAction
  switch command.content {
  case .start(let details):
    action = StartCallAction(
      call: call, handle: details.handle, isVideo: details.isVideo, contactIdentifier: details.contactIdentifier, uuid: name)
  case .answer: action = AnswerCallAction(call: call, uuid: name)
  case .end: action = EndCallAction(call: call, decline: command.decline, uuid: name)
  case .setHeld(let value): action = SetHeldCallAction(call: call, onHold: value, uuid: name)
  case .setMuted(let value): action = SetMutedCallAction(call: call, muted: value, uuid: name)
  case .setGroup(let other): action = SetGroupCallAction(call: call, callUUIDToGroupWith: other, uuid: name)
  case .playDTMF(let digits, let type): action = PlayDTMFCallAction(call: call, digits: digits, type: type, uuid: name)
  case .transfer(let target): action = TransferCallAction(call: call, to: target, uuid: name)
  }
  action.ticket = ticket
  return action
}
