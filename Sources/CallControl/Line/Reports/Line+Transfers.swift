extension Line {
  // MARK: Ours (R1, R2)

  /// Ends both ends of a finished transfer, without an End command.
  mutating func transferred(_ call: CallID, _ target: TransferTarget) {
    var calls = [call]
    if case .call(let other) = target { calls.append(other) }
    for call in calls {
      guard let index = table.index(of: call) else { continue }
      finish(index, CallEnd(.localEnded, cause: .transferred), byProvider: true)
    }
  }

  /// Handles a failed transfer: what was held for it is owed a resume (X8).
  mutating func transferFailed(_ call: CallID) {
    isDirty = true
    if let index = table.index(of: call) { table.legs[index].marks.remove(.transferring) }
    for index in table.legs.indices where table.legs[index].hold == .transfer && table.legs[index].state == .held {
      guard !table.legs[index].marks.contains(.transferring) else { continue }
      table.legs[index].hold = .owed
    }
  }

  // MARK: The far end's (R3)

  /// Handles a far end's request that we call another party.
  mutating func ask(for leg: Leg, _ handle: Handle, as newCall: CallID) {
    if table.size(of: leg.group) > 1 || leg.marks.contains(.emergency) || table.policy.transferRequests == .refuse {
      return emit(.verdict(leg.provider, leg.id, accepted: false, nil))
    }
    let deadline = now.advanced(by: table.limit(.transferDecision, leg.provider))
    asks.append(TransferAsk(call: leg.id, handle: handle, newCall: newCall, deadline: deadline))
    if table.policy.transferRequests == .ask { return emit(.transferRequested(leg.id, handle)) }

    let title = RequestTitle(CallOperation.Kind.start.rawValue, newCall)
    // The line mints this id; the top bit keeps it apart from ids of programs.
    planCount += 1
    let request = RequestID(rawValue: planCount | 1 << 63)
    do throws(CallError) {
      try grant(asks[asks.count - 1], request, RequestFacts())
    } catch {
      emit(.refused(request, title, error))
      asks.removeAll { $0.call == leg.id }
      emit(.verdict(leg.provider, leg.id, accepted: false, error))
    }
  }

  mutating func acceptAskedTransfer(of call: CallID, _ request: CallRequest, _ facts: RequestFacts) throws(CallError) {
    let ask = try openAsk(of: call)
    do throws(CallError) {
      try grant(ask, request.id, facts)
    } catch {
      // The new call's Start was refused, so the decision is refused and stays open.
      emit(.refused(request.id, RequestTitle(CallOperation.Kind.start.rawValue, ask.newCall), error))
    }
  }

  mutating func refuseAskedTransfer(of call: CallID, _ request: CallRequest) throws(CallError) {
    let ask = try openAsk(of: call)
    refuseAsk(ask)
    let title = RequestTitle("refuseTransfer", call)
    emit(.accepted(request.id, title))
    emit(.performed(request.id, action: 0, nil))
    emit(.done(request.id, title))
  }

  private func openAsk(of call: CallID) throws(CallError) -> TransferAsk {
    guard let ask = asks.first(where: { $0.call == call && $0.deadline != nil }) else { throw CallError(.invalidAction, [call]) }
    return ask
  }

  /// Refuses a transfer request that was denied or not decided in time.
  mutating func refuseAsk(_ ask: TransferAsk) {
    asks.removeAll { $0.call == ask.call }
    guard let leg = table[ask.call] else { return }
    emit(.verdict(leg.provider, leg.id, accepted: false, nil))
  }

  /// Grants a transfer request with an outgoing Start at the same provider and line; the provider receives the verdict before any hold.
  private mutating func grant(_ ask: TransferAsk, _ request: RequestID, _ facts: RequestFacts) throws(CallError) {
    guard let leg = table[ask.call] else { throw CallError(.unknownCallUUID, [ask.call]) }
    let title = RequestTitle(CallOperation.Kind.start.rawValue, ask.newCall)
    var plan = newPlan(title, .provider, request: request)
    var facts = facts
    // The switchboard cannot know the id that the report brought; the line knows the ids of its own calls.
    if departed.contains(where: { $0.call == ask.newCall }) { facts.takenCalls.append(ask.newCall) }
    let start = RequestedAction.start(ask.newCall, provider: leg.provider, StartDetails(handle: ask.handle))
    let newLegs = try judge([start], facts, &plan)
    emit(.accepted(request, title))
    emit(.verdict(leg.provider, leg.id, accepted: true, nil))
    for index in asks.indices where asks[index].call == ask.call { asks[index].deadline = nil }
    seat(newLegs)
    admit(plan)
  }

  /// Ends the call that asked for a transfer, since the transfer's new call is active.
  mutating func grantedTransferIsActive(_ newCall: CallID) {
    guard let place = asks.firstIndex(where: { $0.newCall == newCall && $0.deadline == nil }) else { return }
    let ask = asks.remove(at: place)
    if table[ask.call] != nil { beginHostEnd(of: ask.call, .transferred) }
  }
}
