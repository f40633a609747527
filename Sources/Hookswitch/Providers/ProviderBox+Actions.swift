internal import CallControl
internal import FoundationEssentials

extension ProviderBox {
  /// Asks the delegate for one thing: as a transaction of one, and if it does not take that, as an action.
  func perform(_ names: CommandNames, _ ticket: ActionTicket) {
    if isDirect {
      if !isRetired { give(names, ticket, asTransaction: false) }
    } else {
      onLane { [self] in
        if !isRetired { give(names, ticket, asTransaction: true) }
      }
    }
  }

  /// Asks the delegate for several things in one piece; one that does not take them whole gets them one after another (X5).
  func perform(_ commands: [(names: CommandNames, ticket: ActionTicket)], as transaction: UUID) {
    call { [self] delegate, provider in
      let actions = commands.map { makeAction($0.names.action, $0.ticket) }
      if !isDirect, delegate.provider(provider, execute: Transaction(actions: actions, uuid: transaction)) { return }
      for (names, ticket) in commands { give(names, ticket, asTransaction: false) }
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

  private func give(_ names: CommandNames, _ ticket: ActionTicket, asTransaction: Bool) {
    let action = makeAction(names.action, ticket)
    if asTransaction, delegate.provider(provider, execute: Transaction(actions: [action], uuid: names.transaction)) { return }
    switch action {
    case let action as StartCallAction: delegate.provider(provider, perform: action)
    case let action as AnswerCallAction: delegate.provider(provider, perform: action)
    case let action as EndCallAction: delegate.provider(provider, perform: action)
    case let action as SetHeldCallAction: delegate.provider(provider, perform: action)
    case let action as SetMutedCallAction: delegate.provider(provider, perform: action)
    case let action as SetGroupCallAction: delegate.provider(provider, perform: action)
    case let action as PlayDTMFCallAction: delegate.provider(provider, perform: action)
    case let action as TransferCallAction: delegate.provider(provider, perform: action)
    default: action.fail(.unimplemented)
    }
  }
}

/// The action that a command is to a delegate.
func makeAction(_ name: UUID, _ ticket: ActionTicket) -> any CallAction {
  let call = ticket.command.call
  var action: any CallAction
  switch ticket.command.content {
  case .start(let details):
    action = StartCallAction(
      call: call, handle: details.handle, isVideo: details.isVideo, contactIdentifier: details.contactIdentifier, uuid: name)
  case .answer: action = AnswerCallAction(call: call, uuid: name)
  case .end: action = EndCallAction(call: call, uuid: name)
  case .setHeld(let value): action = SetHeldCallAction(call: call, onHold: value, uuid: name)
  case .setMuted(let value): action = SetMutedCallAction(call: call, muted: value, uuid: name)
  case .setGroup(let other): action = SetGroupCallAction(call: call, callUUIDToGroupWith: other, uuid: name)
  case .playDTMF(let digits, let type): action = PlayDTMFCallAction(call: call, digits: digits, type: type, uuid: name)
  case .transfer(let target): action = TransferCallAction(call: call, to: target, uuid: name)
  }
  action.ticket = ticket
  return action
}
