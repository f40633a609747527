internal import TransportKit

extension MockPSTN: TestPeerTransport {
  func dialable() -> CallInfo {
    CallInfo(kind: "tel", handle: exchange.plan.builtIn(BuiltInNumbers.testPeer), displayName: "Test peer")
  }

  func callIn(from: CallInfo) throws(TransportError) {
    try exchange.mayCallIn()
    guard let call = host.incoming(exchange.limited(from)) else { throw TransportError(.busy, "the host takes no call now") }
    exchange.testCalled(call, from.handle)
  }

  func order(_ order: PeerOrder, on call: Call) throws(TransportError) {
    try exchange.order(order, on: call)
    carryOut()
  }

  func observe(_ call: Call) throws(TransportError) -> String {
    guard let party = exchange.parties[call] ?? exchange.past[call] else { throw TransportError(.noSuchCall) }
    return party.observation(tone: Int(sounds[call]?.task?.report.tone ?? 0))
  }
}
