internal import CallControl

/// The host's state that spans lines, behind one lock: the switchboard and the lines.
struct Board: Sendable {
  var switchboard = Switchboard()
  var lines: [LineID: LineBox] = [:]
  var policy: LinePolicy
  var policies: [LineID: LinePolicy]
  /// The call that a granted transfer request would start, by the call whose far end asked (R3).
  var asks: [CallID: CallID] = [:]
  /// True when lines made for single incoming calls begin with do-not-disturb on.
  var disturbsNoneOfEach = false
  private var generated: UInt64 = 0

  init(_ settings: HostSettings, at now: Instant) {
    policy = settings.policy
    policies = settings.policies
    switchboard.handles = settings.handles
    switchboard.letThrough = settings.letThrough
    for handle in settings.blocked { switchboard.block(handle) }
    for (call, line) in settings.usedCalls where switchboard.claim(call, on: line, at: now) { switchboard.retire(call, at: now) }
  }

  /// Returns the line of that name, creating it if needed; `each` creates a new one every time.
  mutating func line(_ id: LineID, isTransient: Bool = false) -> LineBox {
    if let box = lines[id] { return box }
    guard id == .each else { return open(id, isGenerated: false, isTransient: isTransient) }
    var name: LineID
    repeat {
      generated += 1
      name = LineID(rawValue: "each-\(generated)")
    } while lines[name] != nil
    return open(name, isGenerated: true, isTransient: true)
  }

  private mutating func open(_ id: LineID, isGenerated: Bool, isTransient: Bool) -> LineBox {
    let first: [LineInput] = isGenerated && disturbsNoneOfEach ? [.event(.doNotDisturb(true))] : []
    let policy = policies[isGenerated ? .each : id] ?? policy
    let box = LineBox(id: id, policy: policy, isGenerated: isGenerated, isTransient: isTransient, first: first)
    lines[id] = box
    return box
  }

  /// Returns the line that a call is or was on, if it still exists.
  func line(of call: CallID) -> LineBox? {
    switchboard.line(of: call).flatMap { lines[$0] }
  }

  /// Updates the switchboard for an effect of a line.
  mutating func note(_ effect: LineEffect, of event: LineEvent, at now: Instant) {
    switch effect {
    case .ended(let call, _):
      switchboard.retire(call, at: now)
      if !asks.isEmpty, let new = asks.removeValue(forKey: call) { switchboard.release(new) }
    case .refuseIncoming(_, let call, let error, _):
      // The id belongs to the earlier call, so do not retire it.
      if error.code != .callUUIDAlreadyExists { switchboard.retire(call, at: now) }
    case .refused:
      guard case .request(let request, let facts) = event, !facts.crossesLines else { return }
      for call in request.body.startedCalls where !facts.takenCalls.contains(call) { switchboard.release(call) }
    case .heard(_, .report(.transferRequested(_, let new), let call)):
      asks[call] = new
    case .disregarded(_, _, .report(.transferRequested(_, let new), _)):
      switchboard.release(new)
    case .verdict(_, let call, let accepted, _):
      if let new = asks.removeValue(forKey: call), !accepted { switchboard.release(new) }
    default: break
    }
  }
}
