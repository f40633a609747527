extension CallTable {
  /// M1: returns the next step of muting.
  func moveToMute(_ call: CallID, _ value: Bool) throws(CallError) -> Move {
    let leg = legs[try visible(call)]
    if leg.marks.contains(.emergency) { throw CallError(.emergencyInProgress, [call]) }
    switch leg.state {
    case .requested where !leg.marks.contains(.startSent), .ringing, .screening, .ending, .ended: throw CallError(.invalidAction, [call])
    case .requested, .dialing, .connecting, .answering, .active, .held: break
    }
    return leg.marks.contains(.muted) == value ? .achieved : .send(Few(one: call), .setMuted(value))
  }

  /// M2: returns the next step of sending tones.
  func moveToPlay(_ digits: String, _ kind: DTMFKind, on call: CallID) throws(CallError) -> Move {
    try judgeTones(on: call)
    return .send(Few(one: call), .playDTMF(digits, kind))
  }

  /// M2: a pause waits, and needs a call on which tones can be sent.
  func moveToPause(_ call: CallID) throws(CallError) -> Move {
    try judgeTones(on: call)
    return .wait
  }

  private func judgeTones(on call: CallID) throws(CallError) {
    let leg = legs[try visible(call)]
    guard leg.state == .active, leg.capabilities.contains(.dtmf) else { throw CallError(.invalidAction, [call]) }
  }
}
