internal import TransportKit

/// Far ends that a test controls.
extension Exchange {
  /// The silence after which the exchange gives up a far end's call: the manifest's `dead-peer-s`.
  static let deadPeer = Duration.seconds(10)

  func mayCallIn() throws(TransportError) {
    guard isRegistered, !isInTrouble else { throw TransportError(.network, "the line is switched off, or out of order") }
    guard hasCallWaiting || parties.isEmpty else { throw TransportError(.busy, "the line is busy, and has no call waiting") }
  }

  mutating func testCalled(_ call: Call, _ number: String) {
    counters.offered += 1
    parties[call] = Party(call, number, isTest: true)
  }

  mutating func order(_ order: PeerOrder, on call: Call) throws(TransportError) {
    guard let party = parties[call] else { throw TransportError(.noSuchCall) }
    let awaitsFarEnd = !party.isActive && !call.isIncoming
    switch order {
    case .ring:
      try require(awaitsFarEnd)
      ring(call)
    case .answer:
      try require(awaitsFarEnd)
      stop(call)
      answered(call)
    case .decline:
      try require(awaitsFarEnd)
      hangUp(call, .rejected)
    case .busy:
      try require(awaitsFarEnd)
      hangUp(call, .busy)
    case .end:
      hangUp(call, .normal)
    case .hold:
      try require(party.isActive && !party.isHeldByFarEnd)
      setHeldByFarEnd(call, true)
    case .resume:
      try require(party.isActive && party.isHeldByFarEnd)
      setHeldByFarEnd(call, false)
    case .dtmf(let digits):
      try require(party.isActive)
      emit(.play(call, .digits(digits)))
    case .vanish: vanish(call)
    case .tone(let hertz):
      guard let hertz = Double(hertz), (50...3_900).contains(hertz) else { throw TransportError(.outOfRange) }
      emit(.listen(call, .ignore))
      play(.sine(hertz), call)
    case .silence:
      emit(.listen(call, .ignore))
      emit(.play(call, nil))
    case .echo:
      emit(.play(call, nil))
      emit(.listen(call, .echo))
    case .askToTransfer:
      throw TransportError(.notSupported, "this far end does not transfer calls")
    }
  }

  mutating func vanish(_ call: Call) {
    stop(call)
    parties[call]?.faults = .vanished
    tellSpeech(call)
    parties[call]?.follow([.wait(Self.deadPeer), .hangUp(.noResponse)])
    run(call)
  }

  private func require(_ isSo: Bool) throws(TransportError) {
    guard isSo else { throw TransportError(.wrongState) }
  }
}
