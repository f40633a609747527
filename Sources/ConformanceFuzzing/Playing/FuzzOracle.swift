internal import ConformanceHarness
internal import TransportABI

/// Compares the far ends of a script's calls with the actions that were done.
///
/// A pure value but for the looks at the far end. It judges only a far end that the plugin's test-peer plays, on a host that refuses nothing.
struct FuzzOracle {
  /// The time that a plugin has to undo what was cancelled.
  private static let patience: Duration = .seconds(5)

  /// An action that may change a far end.
  private struct Pending {
    let call: UInt64
    let effect: FarModel.Effect
    /// True if another action on the same thing was open meanwhile.
    var isCrossed = false
  }

  private var model = FarModel()
  /// The open actions; a transfer concerns two calls.
  private var pending: [UInt64: [Pending]] = [:]
  /// The calls that are not compared any more, since their far ends act on their own or not at all.
  private var strangers: Set<UInt64> = []
  /// The times until which calls are not compared.
  private var quiet: [UInt64: UInt64] = [:]
  /// The calls of the present step.
  private var touched: Set<UInt64> = []
  private var turn = 0
  /// A call that no step touches is looked at after every so many steps, and at the script's end: each look costs as much as a step.
  private static let turnsBetweenLooks = 8

  /// Follows an action that was begun.
  mutating func begin(_ action: ActionRef, on call: CallRef, _ effect: FarModel.Effect) {
    touched.insert(call.id)
    // The handle 0 is no call: the call leaves its group.
    var new = Pending(call: call.id, effect: effect == .grouped(with: 0) ? .grouped(with: nil) : effect)
    for (id, others) in pending {
      for (place, other) in others.enumerated() where Self.mayCross(other, new) {
        pending[id]?[place].isCrossed = true
        new.isCrossed = true
      }
    }
    pending[action.id, default: []].append(new)
  }

  private static func mayCross(_ one: Pending, _ other: Pending) -> Bool {
    switch (one.effect, other.effect) {
    case (.held, .held), (.muted, .muted): one.call == other.call
    // Groups are about several calls.
    case (.grouped, .grouped): true
    default: false
    }
  }

  /// Stops comparing a call: its far end was told to vanish, or to act in a way of its own.
  mutating func estrange(_ call: CallRef) {
    strangers.insert(call.id)
    model.lose(call.id)
  }

  /// Forgets everything, as a reset does.
  mutating func reset() {
    let keep = strangers
    self = FuzzOracle()
    strangers = keep
  }

  /// Takes what the ledger says about the actions and the calls.
  mutating func follow(_ ledger: Ledger, now: UInt64) {
    for (id, call) in ledger.calls where call.isUp && !strangers.contains(id) { model.follow(id) }
    // A network may hold a call on its own, as one line of a telephone does for another call.
    for (id, call) in ledger.calls where call.stage == .held { model.doubt(.held(true), on: id) }
    for (id, items) in pending.sorted(by: { $0.key < $1.key }) {
      let state = ledger.actions[id]?.state ?? .forgotten
      for item in items { settle(item, state, now) }
      if state != .open { pending[id] = nil }
    }
    for id in model.calls where ledger.calls[id]?.isUp != true { model.take(.gone, on: id) }
  }

  private mutating func settle(_ item: Pending, _ state: LedgerAction.State, _ now: UInt64) {
    switch state {
    case .open, .refused, .forgotten: break
    case .done where item.effect == .gone:
      strangers.insert(item.call)
      model.take(.gone, on: item.call)
    case .done where item.isCrossed || [item.call, item.effect.partner ?? item.call].contains(where: strangers.contains):
      model.doubt(item.effect, on: item.call)
    case .done: model.take(item.effect, on: item.call)
    case .failed:
      // A part of the digits may have been sent.
      if item.isCrossed || item.effect.isGradual { model.doubt(item.effect, on: item.call) }
    case .cancelled:
      quiet[item.call] = now + Self.patience.nanoseconds
      if case .grouped(let other?) = item.effect { quiet[other] = now + Self.patience.nanoseconds }
      if item.isCrossed || item.effect.isGradual { model.doubt(item.effect, on: item.call) }
    }
  }

  /// Compares the far ends of the present step's calls, and now and then of one more, or all of them.
  ///
  /// - Throws: `TestFailure` with the difference.
  mutating func judge(_ stage: Stage, all: Bool = false) throws {
    guard let peer = try? stage.peer as? TestPeer else { return }
    let ledger = stage.near.ledger
    follow(ledger, now: stage.loop.now)
    guard let difference = difference(stage, ledger, peer, all) else { return }
    // The far end may still be about to see it.
    try stage.settle(.milliseconds(200))
    let later = stage.near.ledger
    follow(later, now: stage.loop.now)
    if self.difference(stage, later, peer, true) != nil { throw TestFailure(difference) }
    touched = []
  }

  private mutating func difference(_ stage: Stage, _ ledger: Ledger, _ peer: TestPeer, _ all: Bool) -> String? {
    turn += 1
    let isLook = turn % Self.turnsBetweenLooks == 0
    guard all || isLook || !touched.isEmpty else { return nil }
    let busy = Set(pending.values.joined().flatMap { [$0.call, $0.effect.partner ?? $0.call] })
    let open = Set(ledger.openActions.compactMap { ledger.actions[$0]?.call })
    let candidates = model.calls.filter { !busy.contains($0) && !open.contains($0) && quiet[$0, default: 0] <= stage.loop.now }
    var chosen = all ? Set(candidates) : touched.intersection(candidates)
    if isLook, !candidates.isEmpty { chosen.insert(candidates[turn / Self.turnsBetweenLooks % candidates.count]) }
    if !all { touched.subtract(chosen) }
    var views: [UInt64: PeerView] = [:]
    for id in chosen {
      guard let view = try? peer.see(CallRef(id: id)) else { continue }
      if let stage = ledger.calls[id]?.stage, let words = Self.difference(stage, view, CallRef(id: id)) { return words }
      views[id] = view
    }
    return model.difference(from: views)
  }

  /// Returns the difference between both ends' states, in words; nil if there is none.
  private static func difference(_ stage: LedgerCall.Stage, _ view: PeerView, _ call: CallRef) -> String? {
    let wanted: [String]
    switch stage {
    case .active, .held: wanted = ["active"]
    case .dialing, .incoming: wanted = ["calling", "ringing"]
    case .starting, .ended, .void, .forgotten: return nil
    }
    guard !wanted.contains(view.state), ["calling", "ringing", "active", "ended"].contains(view.state) else { return nil }
    return
      "the far end of \(call), which is \(stage.rawValue) here: the state is \(view.state), should be \(wanted.joined(separator: " or "))"
  }
}

extension FarModel.Effect {
  /// True for an effect of which a part may be there.
  fileprivate var isGradual: Bool { if case .digits = self { true } else { false } }

  /// The other call that it concerns.
  fileprivate var partner: UInt64? { if case .grouped(let other) = self { other } else { nil } }
}
