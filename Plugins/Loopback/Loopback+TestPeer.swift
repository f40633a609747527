internal import TransportKit

extension Loopback: TestPeerTransport {
  /// The silence after which a far end's call is given up: the manifest's `dead-peer-s`.
  private var deadPeer: Duration { .seconds(10) }

  func dialable() -> CallInfo {
    CallInfo(kind: "tel", handle: NumberPlan.testPeer, displayName: "Test peer")
  }

  func callIn(from: CallInfo) throws(TransportError) {
    guard isRegistered else { throw TransportError(.network, "the line is switched off") }
    guard let call = host.incoming(from) else { throw TransportError(.busy, "the host takes no call now") }
    legs[call] = Leg(call, from.kind, from.handle, .test)
  }

  func order(_ order: PeerOrder, on call: Call) throws(TransportError) {
    guard let leg = legs[call] else { throw TransportError(.noSuchCall) }
    guard !leg.isBetweenInstances else { throw TransportError(.notSupported, "the far end of this call is another instance") }
    let awaitsFarEnd = !leg.isActive && !call.isIncoming
    switch order {
    case .ring:
      try require(awaitsFarEnd)
      ring(leg)
    case .answer:
      try require(awaitsFarEnd)
      stop(leg)
      answered(leg)
    case .decline:
      try require(awaitsFarEnd)
      hangUp(leg, .rejected)
    case .busy:
      try require(awaitsFarEnd)
      hangUp(leg, .busy)
    case .end:
      hangUp(leg, .normal)
    case .hold:
      try require(leg.isActive && !leg.isHeldByFarEnd)
      setHeldByFarEnd(leg, true)
    case .resume:
      try require(leg.isActive && leg.isHeldByFarEnd)
      setHeldByFarEnd(leg, false)
    case .dtmf(let digits):
      try require(leg.isActive)
      host.digits(call, digits)
    case .vanish:
      stop(leg)
      leg.faults = .vanished
      leg.timer = host.after(deadPeer) { [unowned self, unowned leg] in hangUp(leg, .noResponse) }
    case .tone(let text):
      guard let hertz = UInt32(text), (20...20_000).contains(hertz) else { throw TransportError(.invalid) }
      try require(leg.isActive)
      leg.hertz = hertz
      leg.voice = .tone
    case .silence:
      try require(leg.isActive)
      leg.voice = .silence
    case .echo:
      try require(leg.isActive)
      leg.voice = .echo
    case .askToTransfer:
      throw TransportError(.notSupported, "a loopback does not transfer calls")
    }
  }

  func observe(_ call: Call) throws(TransportError) -> String {
    guard let leg = legs[call] ?? past[call] else { throw TransportError(.noSuchCall) }
    return leg.observation
  }

  private func require(_ isSo: Bool) throws(TransportError) {
    guard isSo else { throw TransportError(.wrongState) }
  }
}
