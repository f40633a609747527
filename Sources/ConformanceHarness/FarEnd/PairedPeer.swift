internal import TransportABI

/// A far end that is a second instance of the plugin itself, on the same loop.
final class PairedPeer: FarEnd {
  let kind = "second instance"
  private unowned let stage: Stage
  private let far: PluginInstance
  private var pairs: CallPairs
  private var dialed: [UInt64] = []
  private var sounds: [FarSound] = []
  private var move = FarMove()

  /// Creates and activates the second instance, with its own part of the configuration.
  init(_ stage: Stage) throws {
    self.stage = stage
    pairs = CallPairs(near: stage.near.ledger)
    far = try stage.another(.full.with(secrets: stage.run.settings.secrets), config: stage.run.settings.far ?? "")
    far.host.book { $0.isFarEnd = true }
    try Stage.bringUp(far)
  }

  func target() throws -> CallTarget {
    guard let dial = stage.run.settings.dial else { throw TestSkip("the configuration does not say which number to dial (conform.dial)") }
    return dial
  }

  func callUs(from: CallTarget) throws {
    guard let back = stage.run.settings.dialBack else {
      throw TestSkip("the configuration does not say which number the far end dials (conform.dial-back)")
    }
    let call = far.mintCall()
    dialed.append(call.id)
    try stage.complete(far.start(call, back), of: far)
  }

  func order(_ order: PeerOrder, _ call: CallRef) throws {
    let theirs = try other(call)
    switch order {
    case .ring: try far.shown(theirs)
    case .answer: try answer(call, theirs)
    case .decline: try complete(far.end(theirs, why: HSW_WHY_DECLINED))
    case .busy: try complete(far.end(theirs, why: HSW_WHY_BUSY))
    case .end: try complete(far.end(theirs))
    case .hold: try complete(far.setHeld(connected(theirs, call), 1))
    case .resume: try complete(far.setHeld(connected(theirs, call), 0))
    case .dtmf(let digits): try complete(far.play(connected(theirs, call), digits))
    // The far instance gets no further events.
    case .vanish: stage.loop.forget(far.host)
    case .askTransfer(let handle): _ = try far.transfer(connected(theirs, call), to: CallTarget(target().kindText, handle))
    case .tone, .silence, .echo: try sing(theirs, order)
    }
  }

  func see(_ call: CallRef) throws -> PeerView {
    let theirs = try other(call)
    guard let record = far.ledger.calls[theirs.id] else { throw TestFailure("the far instance does not know the call") }
    var view = PeerView(state: state(record))
    view.held = record.isHeldRemotely
    view.digits = record.digits
    view.tone = sounds.first { $0.call == theirs }?.hertz
    view.cause = record.endFault.map { Int($0.cause) }
    return view
  }

  private func sing(_ theirs: CallRef, _ order: PeerOrder) throws {
    if let sound = sounds.first(where: { $0.call == theirs }) { return sound.order = order }
    try stage.expect(theirs, is: .active, of: far)
    sounds.append(try FarSound(stage, far, theirs, order))
  }

  func passFrame() throws {
    for sound in sounds {
      if far.ledger.calls[sound.call.id]?.isUp == true { try sound.pass() } else { try sound.detach() }
    }
    sounds.removeAll { far.ledger.calls[$0.call.id]?.isUp != true }
  }

  /// Follows the transfers that we request: accepts, dials, and answers a call that leads back to itself.
  func attend() throws {
    for request in move.newRequests(far.ledger) {
      guard try far.verdict(CallRef(id: request.call), accepted: 1) == HSW_OK else { continue }
      let call = far.mintCall()
      move.begin(call.id)
      _ = try far.start(call, CallTarget(request.kind, request.handle))
    }
    for call in move.arrivals(far.ledger, expected: pairs.outgoing(stage.near.ledger).count) { _ = try far.answer(CallRef(id: call)) }
  }

  func leave() throws {
    far.stopMedia()
    if far.ledger.phase != .gone { try far.destroy() }
  }

  private func state(_ record: LedgerCall) -> String {
    switch record.stage {
    case .starting, .dialing: record.states.contains(HSW_CALL_RINGING) ? "ringing" : "calling"
    case .incoming: "ringing"
    case .active, .held: "active"
    case .ended, .void, .forgotten: "ended"
    }
  }

  /// Answers the call; if that call is over there but not here, it was an earlier one, and the next one is ours.
  private func answer(_ call: CallRef, _ theirs: CallRef) throws {
    let action = try far.answer(theirs)
    if Self.isOver(try stage.outcome(action, of: far)), stage.near.ledger.calls[call.id]?.stage == .dialing {
      pairs.discard(theirs.id)
      return try answer(call, other(call))
    }
    try complete(action)
    // On a real clock the end of an earlier call may cross its answer.
    guard stage.loop.isRealTime else { return }
    func isDialing() -> Bool { stage.near.ledger.calls[call.id]?.stage == .dialing }
    func hasEnded() -> Bool { far.ledger.calls[theirs.id]?.isUp != true }
    guard stage.wait(.seconds(10), until: { !isDialing() || hasEnded() }), isDialing(), hasEnded() else { return }
    pairs.discard(theirs.id)
    try answer(call, other(call))
  }

  /// Returns the far instance's call, once it is connected there if it is here.
  ///
  /// On a real clock our answer may be done before the far instance, which dialed, has reported that its call is active.
  private func connected(_ theirs: CallRef, _ call: CallRef) -> CallRef {
    guard stage.loop.isRealTime, [.active, .held].contains(stage.near.ledger.calls[call.id]?.stage) else { return theirs }
    func isUnderWay() -> Bool { [.starting, .dialing].contains(far.ledger.calls[theirs.id]?.stage) }
    _ = stage.wait(.seconds(10)) { !isUnderWay() }
    return theirs
  }

  /// Returns true if the call ended before the answer or meanwhile.
  private static func isOver(_ state: LedgerAction.State) -> Bool {
    switch state {
    case .failed(let fault): fault.code == HSW_E_CANCELLED
    case .refused(let status): status == HSW_E_NOCALL
    default: false
    }
  }

  private func complete(_ action: ActionRef) throws {
    do {
      try stage.complete(action, of: far)
    } catch let failure as TestFailure {
      throw failure.told("the far instance")
    }
  }

  /// Returns the far instance's id of our call, once it knows the call.
  private func other(_ call: CallRef) throws -> CallRef {
    func found() -> UInt64? {
      pairs.find(call, near: stage.near.ledger, farIncoming: move.others(far.ledger.incomingOrder), farDialed: dialed)
    }
    guard stage.wait(.seconds(10), until: { found() != nil }), let id = found() else {
      throw TestFailure("the far instance got no report of \(call) within 10 s")
    }
    return CallRef(id: id)
  }
}

/// The transfers that a far end follows, and the calls of its own that result.
struct FarMove {
  private var requests = 0
  private var own: Set<UInt64> = []
  /// The number of its own calls that may still come back to itself.
  private var expected = 0

  /// Returns the requests that it has not handled yet.
  mutating func newRequests(_ ledger: Ledger) -> ArraySlice<(call: UInt64, kind: String, handle: String)> {
    defer { requests = ledger.transferRequests.count }
    return ledger.transferRequests.dropFirst(requests)
  }

  /// Notes that it makes a call of its own.
  mutating func begin(_ call: UInt64) {
    own.insert(call)
    expected += 1
  }

  /// Returns the calls that it made to itself: they replace another call, or exceed the `expected` calls of ours.
  mutating func arrivals(_ ledger: Ledger, expected ours: Int) -> [UInt64] {
    guard expected > 0 else { return [] }
    let incoming = others(ledger.incomingOrder)
    let surplus = incoming.dropFirst(ours)
    let arrived = incoming.filter { ledger.calls[$0]?.stage == .incoming && (ledger.calls[$0]?.replaces != 0 || surplus.contains($0)) }
    own.formUnion(arrived)
    expected -= arrived.count
    return arrived
  }

  /// Returns the calls without its own.
  func others(_ calls: [UInt64]) -> [UInt64] { calls.filter { !own.contains($0) } }
}
