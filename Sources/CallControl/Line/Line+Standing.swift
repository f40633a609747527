extension Line {
  /// Takes a changed standing: where it forbids additions, it fails Starts that wait for a provider, and sends away the calls that ring (K7).
  ///
  /// Calls that are up go on (K7, K8). A Start in the queue is judged in its turn.
  mutating func take(_ standing: LineStanding) {
    table.boxedStanding = standing == .mine ? nil : Boxed(standing)
    noteChoices()
    guard let error = standing.refusal else { return }
    let waiting = aside
    for request in waiting where !request.plan.startsEmergency {
      aside.removeAll { $0.plan.number == request.plan.number }
      failStarts(of: request.plan, error)
      tellFailure(of: request.plan, error)
    }
    guard !standing.keepsRinging else { return }
    refuseScreened(error)
    for call in table.calls(where: { table.legs[$0].state == .ringing }) { sendAway(call, to: error.address) }
  }

  /// Sends a ringing call to the address of the host that has its line, by a deflect where its transport offers that, else by an End.
  private mutating func sendAway(_ call: CallID, to address: String?) {
    guard let index = table.index(of: call), !table.legs[index].marks.contains(.transferring) else { return }
    let leg = table.legs[index]
    guard let handle = address.flatMap({ leg.forwarded(to: $0) }), leg.capabilities.contains(.deflect),
      table.roster.capabilities(of: leg.provider).contains(.deflect), table.roster.takes(handle.type, leg.provider)
    else { return beginHostEnd(of: call, .lineMoved) }
    var plan = newPlan(RequestTitle(CallOperation.Kind.deflect.rawValue, call), .host, request: nil)
    plan.lane = .host
    plan.items = Few(one: Plan.Item(goal: .perform(call, .deflect(to: handle)), action: 0))
    plans.append(plan)
  }

  /// Returns a refusal whose address names the callee, for the transport that sends the caller there.
  func forwarding(_ error: CallError, _ leg: Leg) -> CallError {
    guard let address = error.address else { return error }
    var error = error
    error.address = leg.forwarded(to: address)?.value
    return error
  }

  /// Ends a call that rings on after a failed deflect, where the line must not ring (K7).
  mutating func sendAwayAfterDeflect(_ call: CallID) {
    if !table.standing.keepsRinging { beginHostEnd(of: call, .lineMoved) }
  }
}

extension Leg {
  /// Returns the handle by which the caller reaches this call's callee at another host; nil for an address that is no SIP URI.
  func forwarded(to address: String) -> Handle? { Handle(callee: boxedDetails.details.localHandle, at: address) }
}

extension Handle {
  /// Creates the SIP URI of a callee at another host: the address with the user of the callee's own handle; nil for another kind of address.
  ///
  /// Without the user, the other host could not know who was called.
  package init?(callee: Handle?, at address: String) {
    guard var uri = try? ParsedSIPURI(address) else { return nil }
    if uri.user == nil, callee?.type == .sipURI { uri.user = callee.flatMap { try? ParsedSIPURI($0.value) }?.user }
    self.init(type: .sipURI, value: uri.description)
  }
}
