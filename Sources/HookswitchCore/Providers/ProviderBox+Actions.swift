internal import CallControl
internal import FoundationEssentials

/// A command on its way to a delegate, and the names that it has there.
struct NamedCommand: Sendable {
  let names: CommandNames
  let ticket: ActionTicket

  /// The action that the delegate is given.
  var action: any GivenAction { makeAction(names.action, ticket) }
}

extension ProviderBox {
  /// Asks the delegate for one thing: as a transaction of one, and if it does not take that, as an action.
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

  /// Asks the delegate for several things in one piece; one that does not take them whole gets them one after another (X5).
  ///
  /// Never of a delegate that is called by whoever drains the line: it is offered no transactions.
  func perform(_ commands: [NamedCommand], of core: HostCore) {
    guard let uuid = commands.first?.names.transaction else { return }
    onLane { [self] delegate in
      guard !isRetired else { return }
      let actions = commands.map(\.action)
      if delegate?.provider(provider, execute: Transaction(actions: actions, uuid: uuid)) ?? false { return }
      core.giveInTurn(commands, to: delegate, of: self)
    }
  }

  /// Tells the delegate that a deadline passed (T2).
  func timedOut(_ name: UUID, _ ticket: ActionTicket) {
    call { delegate, provider in delegate.provider(provider, timedOutPerforming: makeAction(name, ticket)) }
  }

  /// Tells the delegate that an action makes no sense any more.
  func cancelled(_ name: UUID, _ ticket: ActionTicket) {
    call { delegate, provider in delegate.provider(provider, cancelled: makeAction(name, ticket)) }
  }

  /// Hands one action to the delegate; without a delegate it fails at once (P3), and the log says so.
  func give(_ command: NamedCommand, to delegate: (any ProviderDelegate)?, of core: HostCore) {
    let action = command.action
    guard let delegate else {
      core.noteAbsentDelegate(of: self)
      return action.fail(.unimplemented)
    }
    action.perform(by: delegate, of: provider)
  }
}

/// An action that is given to a delegate, which knows the delegate's function for it.
protocol GivenAction: CallAction {
  /// Calls the delegate's function for actions of this kind.
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

/// The action that a command is to a delegate.
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
