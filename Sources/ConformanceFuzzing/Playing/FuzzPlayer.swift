internal import ConformanceHarness
internal import ConformanceReport
internal import TransportABI

/// Plays the steps of one script on a stage, and checks the ledger after each.
final class FuzzPlayer {
  let stage: Stage
  private let script: FuzzScript
  private var judged = 0
  /// The far ends of the calls; nil on a host whose refusals leave the ledger incomplete.
  private var oracle: FuzzOracle?
  /// The functions whose completion depends on the plugin alone.
  private static let prompt: Set<String> = ["calls.start", "calls.answer", "calls.end", "health.ping"]
  /// The longest wait on a real clock, in milliseconds.
  private static let longestRealWait: UInt32 = 50
  /// The far end's target; nil before it is needed, and after steps that may change it.
  private var far: CallTarget?
  /// The acts after which the far end may have another target.
  private static let moving: Set<FuzzAct> = [.initialise, .activate, .deactivate, .reset, .apply, .load, .create, .suspend]
  /// The bytes of the last save.
  private var state: [UInt8] = []
  /// True once the instance was initialised without an error.
  private var isInitialised: Bool { stage.near.phase != .created }

  init(_ stage: Stage, _ script: FuzzScript) {
    self.stage = stage
    self.script = script
    oracle = script.host.refusing == nil ? FuzzOracle() : nil
  }

  /// Plays one step, and passes the time after it.
  /// - Throws: `TestFailure` with the first rule that the plugin broke.
  func play(_ step: FuzzStep, _ index: Int) throws {
    stage.run.note(LateText { "step \(index + 1): \(QuotedText.shortened(step.line, to: 120))" })
    // A step is left out if there is no such call, or the plugin does not offer the function.
    do { try act(step) } catch is TestSkip {} catch let failure as TestFailure { stage.run.note("left out: \(failure.sentence)") }
    if Self.moving.contains(step.act) { far = nil }
    stage.runWhatIsDue()
    if step.wait > 0 { try pass(step.wait) }
    try giveUpWhatIsLate()
    try judge()
    try oracle?.judge(stage)
  }

  /// Compares all far ends with what was done.
  func judgeFarEnds() throws {
    // A far end still sees what was cancelled a moment ago.
    if oracle != nil, !stage.near.handles(where: \.isUp).isEmpty { try pass(6000) }
    try oracle?.judge(stage, all: true)
  }

  /// Fails on the first new breach that counts.
  func judge() throws {
    let new = stage.near.breaches(from: judged)
    judged += new.count
    if let breach = new.first(where: { script.host.counts($0.kind) }) { throw TestFailure(breach) }
  }

  /// Passes time, and less of it on a real clock.
  func pass(_ milliseconds: UInt32) throws {
    // In portions, so that late actions are cancelled in time.
    var left = stage.loop.isRealTime ? min(milliseconds, Self.longestRealWait) : milliseconds
    while left > 0 {
      let portion = min(left, 10_000)
      try stage.settle(.milliseconds(portion))
      try giveUpWhatIsLate()
      left -= portion
    }
  }

  /// Cancels actions that are open for longer than a host waits, as a host does.
  /// - Throws: `TestFailure` if only the plugin can be the cause.
  private func giveUpWhatIsLate() throws {
    let now = stage.loop.now
    for (id, action) in stage.near.openActions where now - action.askedAt >= FuzzRunner.deadline.nanoseconds {
      try? stage.near.cancel(id)
      guard !script.excusesLateness, !stage.loop.isRealTime, Self.prompt.contains(action.function) else { continue }
      throw TestFailure("\(action.function) answered HSW_PENDING, and no action_done came within \(FuzzRunner.deadline)")
    }
  }

  /// Waits for open actions as long as a host would.
  func waitForWhatIsOpen() throws {
    if !stage.near.openActions.isEmpty { try pass(31_000) }
  }

  private func act(_ step: FuzzStep) throws {
    let near = stage.near
    // An instance before init may only be initialised or destroyed.
    if !isInitialised, ![.initialise, .create, .suspend].contains(step.act) { return }
    switch step.act {
    case .initialise: if !isInitialised { _ = try near.initialise() }
    case .activate: _ = try near.activate()
    case .deactivate: _ = try near.deactivate(drain: step.number ?? 0)
    case .reset: try reset()
    case .start: _ = try near.start(near.mintCall(), target(step.text))
    case .cancel: try cancel(step.number ?? 0)
    case .register: _ = try near.setRegistered(step.number ?? 1)
    case .ping: _ = try near.ping()
    case .schema: _ = try near.schema()
    case .apply: _ = try near.apply(step.text ?? [])
    case .save: state = try near.save(portion: portion(step.number)).bytes
    case .load: _ = try near.load(step.text ?? state, portion: portion(step.number))
    case .create: try create(step.text ?? [])
    case .farCall: try stage.peer.callUs(from: caller(step.text))
    case .suspend: stage.suspend(.seconds(step.number ?? 1))
    case .dump where step.call == nil: _ = try near.dump()
    default: try act(step, on: call(step.call))
    }
  }

  private func act(_ step: FuzzStep, on call: CallRef) throws {
    let near = stage.near
    let number = step.number ?? 1
    switch step.act {
    case .answer: _ = try near.answer(call)
    case .end: try follow(near.end(call, why: number), call, .gone)
    case .shown: try near.shown(call)
    case .hold: try follow(near.setHeld(call, number), call, .held(number == 1))
    case .mute: try follow(near.setMuted(call, number), call, .muted(number == 1))
    case .play: try follow(near.play(call, step.text ?? [], kind: number), call, .digits(String(decoding: step.text ?? [], as: UTF8.self)))
    case .group:
      let other = try step.with.map { try self.call($0) }
      try follow(near.setGroup(call, with: other), call, .grouped(with: other?.id))
    case .transfer:
      let other = try self.call(step.with)
      let action = try near.transfer(call, with: other)
      follow(action, call, .gone)
      follow(action, other, .gone)
    case .transferTo: try follow(near.transfer(call, to: target(step.text)), call, .gone)
    case .deflect: try follow(near.deflect(call, to: target(step.text)), call, .gone)
    case .verdict:
      _ = try near.verdict(call, accepted: number)
      // A transfer that was granted sends the far end elsewhere.
      oracle?.estrange(call)
    case .dump: _ = try near.dump(call)
    case .farOrder:
      if number == HSW_ORDER_VANISH { oracle?.estrange(call) }
      try order(number, call, step.text ?? [])
    case .observe: _ = try stage.peer.see(call)
    default: break
    }
  }

  private func follow(_ action: ActionRef, _ call: CallRef, _ effect: FarModel.Effect) { oracle?.begin(action, on: call, effect) }

  private func reset() throws {
    oracle?.reset()
    try stage.near.reset()
    // The far end's calls are over as well.
    stage.dismissPeer()
  }

  private func cancel(_ index: UInt32) throws {
    let open = stage.near.openActions.map(\.id)
    guard !open.isEmpty else { throw TestSkip("no action is open") }
    try stage.near.cancel(open[Int(index) % open.count])
  }

  private func create(_ config: [UInt8]) throws {
    let made = try stage.createRaw(id: Array(stage.run.descriptor.utf8), config: config)
    guard let instance = made.instance else { return stage.run.forget(made.host) }
    defer { stage.loop.forget(made.host) }
    if try instance.initialise().status == HSW_OK {
      stage.attempt { _ = try instance.activate() }
      try stage.settle(.milliseconds(100))
    }
    try instance.destroy()
    let breach = instance.ledger.breaches.first { script.host.counts($0.kind) }
    stage.run.forget(made.host)
    guard let breach else { return }
    stage.near.host.book { $0.note(breach.kind, "a second instance: \(breach.sentence)") }
  }

  private func order(_ number: UInt32, _ call: CallRef, _ argument: [UInt8]) throws {
    let peer = try stage.peer
    if peer is TestPeer {
      _ = try stage.near.peerOrder(call, number, argument)
    } else if let order = PeerOrder(number, String(decoding: argument, as: UTF8.self)), stage.near.ledger.calls[call.id]?.isUp == true {
      try peer.order(order, call)
    }
  }

  // MARK: the values of a script's steps

  private func call(_ call: FuzzCall?) throws -> CallRef {
    switch call {
    case .stranger(let handle): return CallRef(id: handle)
    case .up(let index): return try pick(index) { $0.isUp }
    case .latest(let index): return try pick(index, fromLatest: true) { $0.isUp }
    case .over(let index): return try pick(index) { !$0.isUp }
    case nil: throw TestSkip("the step names no call")
    }
  }

  private func pick(_ index: Int, fromLatest: Bool = false, _ isMeant: (LedgerCall) -> Bool) throws -> CallRef {
    let found = stage.near.handles(where: isMeant)
    guard !found.isEmpty else { throw TestSkip("the call does not exist") }
    let place = index % found.count
    return CallRef(id: found[fromLatest ? found.count - 1 - place : place])
  }

  /// Returns the script's handle as a target, or the far end if the script names none.
  private func target(_ handle: [UInt8]?) throws -> CallTarget {
    let known = try? farTarget()
    guard let handle else { return known ?? CallTarget("tel", "5550142") }
    return CallTarget(kind: known?.kind ?? Array("tel".utf8), handle: handle)
  }

  /// Returns the far end's target, which a call, a hold or a digit does not change.
  private func farTarget() throws -> CallTarget {
    if let far { return far }
    let found = try stage.peer.target()
    far = found
    return found
  }

  private func caller(_ handle: [UInt8]?) throws -> CallTarget {
    let kind = try farTarget().kind
    return CallTarget(kind: kind, handle: handle ?? Array("5550142".utf8))
  }

  private func portion(_ number: UInt32?) -> Int { max(1, Int(number ?? .max)) }
}

extension PeerOrder {
  /// Creates the order with the contract's code; nil when there is none.
  init?(_ what: UInt32, _ argument: String) {
    let plain: [PeerOrder] = [.ring, .answer, .decline, .busy, .end, .hold, .resume, .vanish, .silence, .echo]
    switch what {
    case HSW_ORDER_DTMF: self = .dtmf(argument)
    case HSW_ORDER_TONE: self = .tone(hertz: Int(argument) ?? 440)
    case HSW_ORDER_ASK_TRANSFER: self = .askTransfer(to: argument)
    default:
      guard let order = plain.first(where: { $0.code.what == what }) else { return nil }
      self = order
    }
  }
}
