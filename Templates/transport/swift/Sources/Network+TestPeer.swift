import TransportKit

// A far end that follows orders, by which the conformance kit tests the rest.
extension Network: TestPeerTransport {
  func dialable() -> CallInfo {
    CallInfo(handle: Self.testNumber)
  }

  func callIn(from: CallInfo) throws(TransportError) {
    guard let call = host.incoming(from) else { throw TransportError(.busy, "the host takes no call now") }
    rings(call)
  }

  func order(_ order: PeerOrder, on call: Call) throws(TransportError) {
    guard let farEnd = farEnds[call] else { throw TransportError(.noSuchCall) }
    let isAsked = !farEnd.isActive && !call.isIncoming
    switch order {
    case .ring:
      try require(isAsked)
      ring(farEnd)
    case .answer:
      try require(isAsked)
      answered(farEnd)
    case .decline:
      try require(isAsked)
      hangUp(farEnd, .remote, TransportError(.failed, "the far end declined", cause: .rejected, domain: "@NAME@"))
    case .busy:
      try require(isAsked)
      hangUp(farEnd, .remote, TransportError(.failed, "the number is busy", cause: .busy, domain: "@NAME@"))
    case .end:
      hangUp(farEnd, .remote)
    case .hold, .resume:
      try require(farEnd.isActive && farEnd.isHolding == (order == .resume))
      farEnd.isHolding.toggle()
      host.report(call, farEnd.isHolding ? .heldByFarEnd : .resumedByFarEnd)
    case .dtmf(let digits):
      try require(farEnd.isActive)
      host.digits(call, digits)
    case .vanish:
      fallSilent(farEnd)
    case .tone, .silence, .echo, .askToTransfer:
      throw TransportError(.notSupported, "this transport has no audio and no transfers")
    }
  }

  func observe(_ call: Call) throws(TransportError) -> String {
    guard let farEnd = farEnds[call] ?? past.last(where: { $0.call == call }) else { throw TransportError(.noSuchCall) }
    return farEnd.observation
  }

  private func require(_ isSo: Bool) throws(TransportError) {
    guard isSo else { throw TransportError(.wrongState) }
  }
}
