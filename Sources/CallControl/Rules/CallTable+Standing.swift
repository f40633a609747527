// The rules that depend on the line's standing in a cluster of hosts (K5, K7, K8, K14).

extension CallTable {
  /// The line's standing.
  var standing: LineStanding { boxedStanding?.value ?? .mine }

  /// K5: throws when the line's standing forbids an act that adds a call.
  ///
  /// K7: no other host makes an emergency call in its place, so a host sends it that is cut off or drains, and where no host has the line.
  /// K14: a call that rings on a host that drains can be answered, since no other host has it.
  func judgeAddition(_ addition: LineAddition) throws(CallError) {
    guard let standing = boxedStanding?.value, let error = standing.refusal else { return }
    switch standing {
    case .mine, .borrowed: return
    case .cutOff, .vacant: if addition == .startEmergency { return }
    case .draining: if addition == .startEmergency || addition == .answer { return }
    case .elsewhere, .lent: break
    }
    throw error
  }

  /// K5 for a Start, which may be to an emergency number.
  func judgeStart(to handle: Handle, at provider: ProviderID) throws(CallError) {
    guard boxedStanding != nil else { return }
    try judgeAddition(isEmergency(handle, at: provider) ? .startEmergency : .start)
  }

  /// K8: throws when calls of a line that another host has must not come to the front.
  func judgeComingForward() throws(CallError) {
    guard let standing = boxedStanding?.value, standing.isFrontElsewhere, let error = standing.refusal else { return }
    throw error
  }
}

extension LineStanding {
  /// The error of an addition that the standing forbids; nil for a standing that allows all.
  var refusal: CallError? {
    switch self {
    case .mine, .borrowed: return nil
    case .cutOff: return CallError(.nodeCutOff)
    case .draining: return CallError(.nodeDraining)
    case .vacant: return CallError(.lineElsewhere)
    case .elsewhere(let node, let address, _), .lent(let node, let address, _):
      var error = CallError(.lineElsewhere)
      error.node = node
      error.address = address
      return error
    }
  }

  /// True while the host that has the line has a call in front, as far as this one knows.
  var isFrontElsewhere: Bool {
    switch self {
    case .elsewhere(_, _, let hasFront), .lent(_, _, let hasFront): hasFront
    case .mine, .borrowed, .cutOff, .draining, .vacant: false
    }
  }

  /// True when calls that ring on the line ring on (K7).
  var keepsRinging: Bool {
    switch self {
    case .mine, .borrowed, .draining: true
    case .cutOff, .elsewhere, .lent, .vacant: false
    }
  }

  /// True when an emergency Start is allowed whatever the source answers, so that an answer for it alone changes no standing.
  fileprivate var allowsEmergency: Bool {
    switch self {
    case .mine, .borrowed, .cutOff, .draining, .vacant: true
    case .elsewhere, .lent: false
    }
  }
}

extension Line {
  /// The standing that came last.
  package var standing: LineStanding { table.standing }

  /// Returns the act by which a request would add a call, if any; the host asks its source about it (K5).
  ///
  /// While the line is not this host's, acts that bring a call to the front count as an Answer (K8).
  package func addition(by body: RequestBody) -> LineAddition? {
    switch body {
    case .transaction(let actions):
      var found: LineAddition?
      for action in actions {
        switch action.operation {
        case .start(let details):
          guard let provider = action.provider, table.isEmergency(details.handle, at: provider) else { return .start }
          found = .startEmergency
        case .answer: found = found ?? .answer
        case .setHeld(false), .setGroup: if !standing.addsCalls { found = found ?? .answer }
        case .end, .setHeld(true), .setMuted, .playDTMF, .transfer, .deflect: break
        }
      }
      return found
    case .acceptTransfer: return .acceptTransfer
    case .swap, .merge: return standing.addsCalls ? nil : .answer
    case .endGroup, .continueDTMF, .refuseTransfer: return nil
    }
  }

  /// True when the policy accepts the transfers that far ends ask for (R3).
  package var acceptsTransfers: Bool { table.policy.transferRequests == .accept }

  /// Returns the standing that the line must take before an addition for which the source gave this answer; nil for none.
  ///
  /// The answer for an emergency may be `mine` on a host that is cut off; its other calls are judged as before.
  package func standingToTake(_ answer: LineStanding, for addition: LineAddition) -> LineStanding? {
    if answer == standing || (addition == .startEmergency && answer.addsCalls && standing.allowsEmergency) { return nil }
    return answer
  }
}
