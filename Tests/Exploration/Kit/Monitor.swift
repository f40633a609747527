package import CallControl

/// Checks one line from the outside: it gets every event and every effect, keeps its own records, and reports contradictions.
///
/// It sees only events, effects, snapshots and deadlines, so it shares no code with the line.
package struct Monitor: Sendable {
  var calls: [CallNote] = []
  var outstanding: [Outstanding] = []
  /// Starts and Answers that a report implied, without an answer of their own (P4).
  var implied: [Outstanding] = []
  var requests: [OpenRequest] = []
  var audio: [ProviderID] = []
  var gone: [ProviderID] = []
  /// The commands pending when a merge failed: the merge is not undone before they are answered.
  var leftovers: [CommandID] = []
  /// True while a failed merge, join or split is being undone.
  var isTakingBack = false
  var lastCommand: UInt64 = 0
  var roster: Roster
  package private(set) var policy: LinePolicy
  /// The allowed number of groups: the limit, or the groups in use when it was lowered (P5).
  var allowedGroups: Int
  var violations: [Violation] = []
  /// V1: the active groups in the last complete snapshot.
  var activeWhenTrue = 0
  /// P4, within one step: a call whose Start or Answer failed after a report implied it; it must end.
  var mustEnd: CallID?
  /// P4, within one step: a call whose Start or Answer a report implied; it must leave its waiting state.
  var mustGoOn: CallID?

  /// The line's standing (K5).
  package private(set) var standing = LineStanding.mine
  /// K7, within one step: the calls that ring on a line that must not ring; each must be on its way out.
  var mustLeave: [CallID] = []

  package init(policy: LinePolicy, roster: Roster) {
    self.policy = policy
    self.roster = roster
    allowedGroups = policy.maximumCallGroups
  }

  // MARK: For stimuli

  package func oldest(_ kind: CallOperation.Kind, of call: CallID) -> Outstanding? {
    pending.first { $0.command.call == call && $0.command.kind == kind }
  }

  package func provider(of call: CallID) -> ProviderID? {
    note(of: call)?.provider
  }

  /// The live calls of one instance of a provider (P8).
  package func calls(of provider: ProviderID, areLeftBehind: Bool) -> [CallID] {
    calls.filter { $0.isLive && $0.provider == provider && $0.isLeftBehind == areLeftBehind }.map(\.call)
  }

  package func isGone(_ provider: ProviderID) -> Bool { gone.contains(provider) }

  package var pending: [Outstanding] { outstanding + implied }
  package var openRequests: Int { requests.count }
  /// Every call so far; true when it is still live.
  package var known: [(call: CallID, isLive: Bool)] { calls.map { ($0.call, $0.isLive) } }

  // MARK: Watching

  /// Checks one step of the line; returns its violations.
  package mutating func observe(_ event: LineEvent, _ effects: [LineEffect], from before: Line, to after: Line, at now: Instant)
    -> [Violation]
  {
    violations = []
    take(event)
    for effect in effects { take(effect, event, at: now) }
    if mustEnd != nil { found("P4", "a failure after the report that implied the fulfilment did not end the call") }
    if mustGoOn != nil { found("P4", "a report that implies the fulfilment did not move the call on") }
    (mustEnd, mustGoOn) = (nil, nil)
    checkStanding(event, effects)
    checkWord(event, effects, from: before, to: after)
    checkRefusal(event, effects, from: before, to: after)
    checkRecovery(event, effects)
    checkInstances(event, effects)
    let snapshot = after.snapshot
    let unsettled = after.unsettledSnapshot
    checkSnapshot(snapshot, unsettled, before, effects)
    checkState(unsettled, of: after)
    defer { violations = [] }
    return violations
  }

  mutating func found(_ rule: String, _ text: String) {
    let violation = Violation(rule, text)
    if !violations.contains(violation) { violations.append(violation) }
  }

  /// Updates the expectations after an event.
  private mutating func take(_ event: LineEvent) {
    switch event {
    case .lost(let provider, let loss, let roster):
      self.roster = roster
      outstanding.removeAll { $0.provider == provider && loss.concerns($0.command.call) }
      implied.removeAll { $0.provider == provider && loss.concerns($0.command.call) }
      switch loss {
      case .reset, .calls: break
      case .lost, .invalidated: if !gone.contains(provider) { gone.append(provider) }
      }
    case .roster(let roster):
      self.roster = roster
      gone.removeAll { roster[$0]?.standing == .ready }
    case .policy(let policy):
      self.policy = policy
      allowedGroups = max(allowedGroups, policy.maximumCallGroups)
    case .standing(let standing):
      self.standing = standing
      if standing.sendsAway { mustLeave = calls.filter { $0.isLive && ($0.state == .ringing || $0.state == .screening) }.map(\.call) }
    case .request, .fulfilled, .failed, .notAsked, .incoming, .report, .screened, .silence, .doNotDisturb, .tick:
      break
    }
  }

  func note(of call: CallID) -> CallNote? {
    calls.first { $0.call == call }
  }

  func place(of call: CallID) -> Int? {
    calls.firstIndex { $0.call == call }
  }

  /// Feeds into `hasher` what the line's own state lacks: which calls are over, and what its requests may wait for.
  package func hash(into hasher: inout Hasher) {
    for note in calls {
      hasher.combine(note.phase)
      hasher.combine(note.isLeftBehind)
    }
    hasher.combine(outstanding.count)
    hasher.combine(implied.count)
    for request in requests {
      hasher.combine(request.performed)
      hasher.combine(request.joins)
      hasher.combine(request.mayWait)
    }
    hasher.combine(leftovers.isEmpty)
    hasher.combine(isTakingBack)
    hasher.combine(gone)
    hasher.combine(standing)
    hasher.combine(policy.maximumCallGroups)
  }
}

/// A sent command without an answer.
package struct Outstanding: Hashable, Sendable {
  package let provider: ProviderID
  package let command: ProviderCommand
}
