package import CallControl

/// Watches one line from the outside: told every event and every effect, it keeps books of its own and says what does not add up.
///
/// It looks at nothing but events, effects, snapshots and deadlines, so it is an account of the rules that does not share the line's code.
package struct Monitor: Sendable {
  var calls: [CallNote] = []
  var outstanding: [Outstanding] = []
  /// Starts and Answers that a report implied, and that are not answered themselves (P4).
  var implied: [Outstanding] = []
  var requests: [OpenRequest] = []
  var audio: [ProviderID] = []
  var gone: [ProviderID] = []
  /// What was pending when a merge failed: until it is answered the merge is not taken back.
  var leftovers: [CommandID] = []
  /// Whether a merge, a join or a split failed and what it did is still being taken back.
  var isTakingBack = false
  var lastCommand: UInt64 = 0
  var roster: Roster
  package private(set) var policy: LinePolicy
  /// How many groups there may be: the limit, or what was in use when it was lowered (P5).
  var allowedGroups: Int
  var violations: [Violation] = []
  /// V1: the groups that were active in the last picture that showed everything.
  var activeWhenTrue = 0
  /// P4, of one step: a call whose Start or Answer failed after a report had implied it; it must end.
  var mustEnd: CallID?
  /// P4, of one step: a call whose Start or Answer a report implied; it must leave the state in which it waited.
  var mustGoOn: CallID?

  package init(policy: LinePolicy, roster: Roster) {
    self.policy = policy
    self.roster = roster
    allowedGroups = policy.maximumCallGroups
  }

  // MARK: For those who make stimuli

  package func oldest(_ kind: CommandKind, of call: CallID) -> Outstanding? {
    pending.first { $0.command.call == call && $0.command.kind == kind }
  }

  package func provider(of call: CallID) -> ProviderID? {
    note(of: call)?.provider
  }

  package func isGone(_ provider: ProviderID) -> Bool { gone.contains(provider) }

  package var pending: [Outstanding] { outstanding + implied }
  package var openRequests: Int { requests.count }
  /// The calls that were ever heard of, and whether each is still there.
  package var known: [(call: CallID, isLive: Bool)] { calls.map { ($0.call, $0.isLive) } }

  // MARK: Watching

  /// Takes in one step of the line; returns what is wrong with it.
  package mutating func observe(_ event: LineEvent, _ effects: [LineEffect], from before: Line, to after: Line, at now: Instant)
    -> [Violation]
  {
    violations = []
    take(event)
    for effect in effects { take(effect, event, at: now) }
    if mustEnd != nil { found("P4", "a failure after the report that implied the fulfilment did not end the call") }
    if mustGoOn != nil { found("P4", "a report that implies the fulfilment did not move the call on") }
    (mustEnd, mustGoOn) = (nil, nil)
    checkWord(event, effects, from: before, to: after)
    checkRefusal(event, effects, from: before, to: after)
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

  /// What is told changes what is expected.
  private mutating func take(_ event: LineEvent) {
    switch event {
    case .lost(let provider, let loss, let roster):
      self.roster = roster
      outstanding.removeAll { $0.provider == provider }
      implied.removeAll { $0.provider == provider }
      if case .reset = loss { break }
      if !gone.contains(provider) { gone.append(provider) }
    case .roster(let roster):
      self.roster = roster
      gone.removeAll { roster[$0]?.standing == .ready }
    case .policy(let policy):
      self.policy = policy
      allowedGroups = max(allowedGroups, policy.maximumCallGroups)
    case .request, .fulfilled, .failed, .notAsked, .incoming, .report, .screened, .doNotDisturb, .tick:
      break
    }
  }

  func note(of call: CallID) -> CallNote? {
    calls.first { $0.call == call }
  }

  func place(of call: CallID) -> Int? {
    calls.firstIndex { $0.call == call }
  }

  /// Feeds what the line itself does not say into `hasher`: which calls are over, and what its requests may wait for.
  package func hash(into hasher: inout Hasher) {
    for note in calls { hasher.combine(note.phase) }
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
    hasher.combine(policy.maximumCallGroups)
  }
}
