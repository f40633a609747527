internal import ConformanceHarness
internal import TransportABI

/// An action on one call, with the change that its far end must see once it is done.
struct CallAct: Sendable {
  let name: String
  /// The parts of a call's life in which it is possible.
  let parts: Set<CallSituation.Part>
  /// The statuses that refuse it in the others; empty where the contract names none.
  let refusals: [hsw_status]
  let begin: @Sendable (Stage, CallRef) throws -> ActionRef
  let change: @Sendable (inout FarSight) -> Void
  /// The digits that it sends; nil for any other act.
  var digits: String?

  private init(
    _ name: String, _ parts: Set<CallSituation.Part>, refusals: [hsw_status] = [],
    begin: @escaping @Sendable (Stage, CallRef) throws -> ActionRef, change: @escaping @Sendable (inout FarSight) -> Void
  ) {
    self.name = name
    self.parts = parts
    self.refusals = refusals
    self.begin = begin
    self.change = change
  }

  static func hold(_ on: UInt32) -> CallAct {
    CallAct("hold.set_held(\(on))", [.connected], refusals: [HSW_E_STATE]) {
      try $0.near.setHeld($1, on, deadline: 5000)
    } change: {
      $0.isHeld = on == 1
    }
  }

  static func mute(_ on: UInt32) -> CallAct {
    CallAct("mute.set_muted(\(on))", [.dialed, .ringing, .connected]) {
      try $0.near.setMuted($1, on, deadline: 5000)
    } change: {
      $0.isMuted = on == 1
    }
  }

  static func play(_ digits: String) -> CallAct {
    var act = CallAct("dtmf.play(\"\(digits)\")", [.connected], refusals: [HSW_E_STATE]) {
      try $0.near.play($1, digits)
    } change: {
      $0.digits = ($0.digits ?? "") + digits
    }
    act.digits = digits
    return act
  }

  static let answer = CallAct("calls.answer", [.ringing]) {
    try $0.near.answer($1, deadline: 5000)
  } change: {
    $0.state = "active"
  }

  /// A transfer to the far end's own handle.
  static func transfer(to target: CallTarget) -> CallAct {
    CallAct("transfer.blind", [.connected]) {
      try $0.near.transfer($1, to: target, deadline: 5000)
    } change: {
      // The far end may be in a call with the new one.
      ($0.state, $0.transferred) = (nil, String(decoding: target.handle, as: UTF8.self))
    }
  }

  static func deflect(to target: CallTarget) -> CallAct {
    CallAct("deflect.deflect", [.ringing], refusals: [HSW_E_STATE]) {
      try $0.near.deflect($1, to: target, deadline: 5000)
    } change: {
      ($0.state, $0.transferred) = (nil, String(decoding: target.handle, as: UTF8.self))
    }
  }

  /// The acts that change a call and leave it up, with both directions of each switch.
  static let changes: [CallAct] = [.hold(1), .hold(0), .mute(1), .mute(0), .play("42#")]

  /// Returns the acts that may be given up, which the far end must not see then.
  ///
  /// A far end that is not the plugin's own would call itself after a deflect or a transfer, and its later calls could not be told apart.
  static func cancellable(_ stage: Stage) throws -> [CallAct] {
    let target = try stage.peer.target()
    return try changes + [.answer] + (stage.peer is TestPeer ? [.transfer(to: target), .deflect(to: target)] : [])
  }

  /// The function that it uses, as in `hold.set_held`.
  var kind: String { String(name.prefix { $0 != "(" }) }

  func isPossible(in situation: CallSituation) -> Bool { parts.contains(situation.part) }
}

// The effect of an act at the far end.
extension CallAct {
  /// Plays the act on a call: once it is done the far end has seen its effect, now and later; else it never does.
  ///
  /// - Returns: the far end's sight after it.
  @discardableResult
  func play(_ stage: Stage, _ call: CallRef, in situation: CallSituation, stays time: Duration = .seconds(40)) throws -> FarSight {
    let before = try stage.steadySight(call)
    let words = try stage.record(call).states
    let action = try begin(stage, call)
    let outcome = try stage.outcome(action)
    var wanted = before
    if outcome == .done {
      guard isPossible(in: situation) else { throw TestFailure("\(name) was done, and the state of the call does not allow it") }
      change(&wanted)
    } else if isPossible(in: situation) {
      // A network may refuse: then nothing has changed.
      stage.run.note("\(name) of a call that is \(situation.name) \(Stage.describe(outcome))")
    } else if !refusals.isEmpty {
      try stage.expect(action, refused: refusals)
    }
    let why = outcome == .done ? "since \(name) is done" : "since \(name) came to nothing"
    try stage.expectSightToStay(call, wanted, why, for: time)
    try Self.requireNoWords(stage, call, since: words, name)
    try stage.refuse(.endedTwice, .stateOrder)
    return wanted
  }

  /// Requires that no report repeats the state that the completion of an act has told.
  static func requireNoWords(_ stage: Stage, _ call: CallRef, since words: [UInt32], _ name: String) throws {
    let progress = [HSW_CALL_CONNECTING, HSW_CALL_RINGING, HSW_CALL_EARLY_MEDIA]
    let media = [HSW_CALL_MEDIA_TIMEOUT, HSW_CALL_MEDIA_RESUMED]
    let news = try stage.record(call).states.dropFirst(words.count).filter { !(progress + media).contains($0) }
    guard let state = news.first else { return }
    throw TestFailure("report_state gave \(CallStateName.of(state)) of \(call) after \(name), and nothing changed but by that action")
  }
}

extension Stage {
  /// Fails unless the action is refused, or fails, with one of these statuses.
  func expect(_ action: ActionRef, refused statuses: [hsw_status]) throws {
    let code: hsw_status
    switch try outcome(action) {
    case .refused(let status): code = status
    case .failed(let fault): code = fault.code
    case let state: throw TestFailure("\(action.function) \(Self.describe(state)), should be refused")
    }
    guard statuses.contains(code) else {
      let wanted = statuses.map(StatusName.of).joined(separator: " or ")
      throw TestFailure("\(action.function) was refused with \(StatusName.of(code)), should be \(wanted)")
    }
  }
}
