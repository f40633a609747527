import CallControl

extension Monitor {
  /// P7: an emergency call at a provider that recovers has it restarted and is never refused for its quarantine; nothing else is.
  mutating func checkRecovery(_ event: LineEvent, _ effects: [LineEffect]) {
    for effect in effects {
      guard case .restart(let provider) = effect else { continue }
      guard let entry = roster[provider] else { return found("P7", "a restart of a provider that is not there") }
      if entry.recovers != true { found("P7", "a restart of a provider that does not recover") }
      if entry.standing == .ready { found("P7", "a restart of a provider that is ready") }
    }
    guard case .request(let request, _) = event, case .transaction(let actions) = request.body, let action = actions.first,
      actions.count == 1, case .start(let details) = action.operation, let provider = action.provider, let entry = roster[provider],
      entry.standing != .ready
    else { return }
    let isEmergency = details.handle == World.emergencyNumber
    for effect in effects {
      switch effect {
      case .accepted(request.id, _):
        if entry.standing == .quarantined, !(isEmergency && entry.recovers == true) {
          found("P6", "a Start was accepted at a provider in quarantine")
        }
        if isEmergency, entry.recovers == true, !effects.contains(.restart(provider)) {
          found("P7", "an emergency waits for a provider that is not restarted")
        }
      case .refused(request.id, _, let error):
        if isEmergency, entry.recovers == true, error.code == .providerUnavailable {
          found("P7", "an emergency was refused for a quarantine")
        }
      default: break
      }
    }
  }

  /// P8: the loss of one of two instances ends its calls, as lost, and nothing else as lost.
  mutating func checkInstances(_ event: LineEvent, _ effects: [LineEffect]) {
    guard case .lost(let provider, .calls(let lost, _, goesOn: _), _) = event else { return }
    for effect in effects {
      switch effect {
      case .ended(let call, let end):
        if end.cause == .providerLost, self.provider(of: call) == provider, !lost.contains(call) {
          found("P8", "a call of the other instance ended as lost")
        }
      case .deactivateAudio(_, .lost): found("P8", "the provider lost its audio as if it were gone")
      default: break
      }
    }
    for call in lost where note(of: call)?.isLive == true { found("P8", "a call outlived its instance") }
  }
}
