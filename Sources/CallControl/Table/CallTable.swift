/// A line's calls, limits and providers, which the rules read.
///
/// A value: a request is judged by rehearsing it on a copy.
struct CallTable: Hashable, Sendable {
  var legs: [Leg] = []
  var policy: LinePolicy
  var roster: Roster
  /// The source of group ids and of the order of holds and activations.
  var counter: UInt64 = 0
  /// The line's standing (K5); nil for `mine`, so that the lines of a lone host stay small.
  var boxedStanding: Boxed<LineStanding>?

  init(policy: LinePolicy, roster: Roster) {
    self.policy = policy
    self.roster = roster
  }

  // MARK: Finding

  // A closure over a whole `Leg` makes the compiler copy it with all its references, several times for each event. Frequent look-ups
  // therefore use indices and read single fields in place.

  func index(of call: CallID) -> Int? {
    legs.indices.first { legs[$0].id == call }
  }

  subscript(call: CallID) -> Leg? {
    index(of: call).map { legs[$0] }
  }

  /// Returns the index of a call that requests may name: known and not screening.
  func visible(_ call: CallID) throws(CallError) -> Int {
    guard let index = index(of: call), legs[index].state != .screening else { throw CallError(.unknownCallUUID, [call]) }
    return index
  }

  func members(of group: GroupID) -> Few<CallID> {
    calls { legs[$0].group == group }
  }

  /// Returns the calls whose index fits.
  func calls(where fits: (Int) -> Bool) -> Few<CallID> {
    var calls = Few<CallID>()
    for index in legs.indices where fits(index) { calls.append(legs[index].id) }
    return calls
  }

  func size(of group: GroupID) -> Int {
    legs.indices.count { legs[$0].group == group }
  }

  /// Returns the front group, other than that of `call`.
  func front(besides call: CallID? = nil) -> GroupID? {
    let own = call.flatMap { index(of: $0) }.map { legs[$0].group }
    return legs.indices.first { legs[$0].isInFront && legs[$0].id != call && legs[$0].group != own }.map { legs[$0].group }
  }

  /// True while several groups are in front, which V1 allows only during a plan.
  var hasSeveralFronts: Bool {
    guard let first = legs.indices.first(where: { legs[$0].isInFront }) else { return false }
    return legs.indices.dropFirst(first + 1).contains { legs[$0].isInFront && legs[$0].group != legs[first].group }
  }

  /// True while a front call's End is under way.
  var isFrontLeaving: Bool {
    legs.indices.contains { legs[$0].state == .ending && legs[$0].marks.contains(.leavesFront) }
  }

  /// The accepted emergency call, if any.
  var emergency: CallID? {
    legs.indices.first { legs[$0].marks.contains(.emergency) }.map { legs[$0].id }
  }

  /// Returns true when every call of the group can be held now.
  func isHoldable(_ group: GroupID) -> Bool {
    for index in legs.indices where legs[index].group == group {
      switch legs[index].state {
      case .held, .ending, .ringing: continue
      default: if !legs[index].isHoldable { return false }
      }
    }
    return true
  }

  /// Returns a group's calls that are in front.
  func unheld(in group: GroupID) -> Few<CallID> {
    calls { legs[$0].group == group && legs[$0].isInFront }
  }

  /// The held groups, the least recently held first.
  var heldGroups: [GroupID] {
    var groups: [(group: GroupID, order: UInt64)] = []
    for index in legs.indices where legs[index].state == .held {
      let (group, order) = (legs[index].group, legs[index].heldOrder)
      if legs.indices.contains(where: { legs[$0].group == group && legs[$0].isInFront }) { continue }
      if let known = groups.firstIndex(where: { $0.group == group }) {
        groups[known].order = max(groups[known].order, order)
      } else {
        groups.append((group, order))
      }
    }
    return groups.sorted { $0.order < $1.order }.map(\.group)
  }

  /// The group for a swap or an automatic resume: the most recently held one without a transfer under way.
  var resumable: GroupID? {
    var latest: Int?
    for index in legs.indices where legs[index].state == .held {
      if let latest, legs[latest].heldOrder > legs[index].heldOrder { continue }
      let group = legs[index].group
      if !legs.indices.contains(where: { legs[$0].group == group && (legs[$0].isInFront || legs[$0].marks.contains(.transferring)) }) {
        latest = index
      }
    }
    return latest.map { legs[$0].group }
  }

  // MARK: Limits

  /// Returns the number of groups in use besides that of `call`; with a provider, of those with its calls.
  func groupsInUse(besides call: CallID?, of provider: ProviderID? = nil, without gone: Few<CallID> = []) -> Int {
    // A group counts at its first call; a line has few calls, so looking back is cheaper than a set.
    var count = 0
    for index in legs.indices where takesRoom(index, besides: call, of: provider, without: gone) {
      let group = legs[index].group
      var isFirst = true
      for earlier in 0..<index where legs[earlier].group == group {
        if takesRoom(earlier, besides: call, of: provider, without: gone) { isFirst = false }
      }
      if isFirst { count += 1 }
    }
    return count
  }

  private func takesRoom(_ index: Int, besides call: CallID?, of provider: ProviderID?, without gone: Few<CallID>) -> Bool {
    guard legs[index].takesRoom, legs[index].id != call else { return false }
    if let provider, legs[index].provider != provider { return false }
    return gone.isEmpty || !gone.contains(legs[index].id)
  }

  /// Returns true when `call` would find a free group on the line and at its provider, without the calls that are `gone`.
  func hasRoom(for call: CallID?, at provider: ProviderID, without gone: Few<CallID> = []) -> Bool {
    groupsInUse(besides: call, without: gone) < policy.maximumCallGroups && providerHasRoom(for: call, at: provider, without: gone)
  }

  func providerHasRoom(for call: CallID?, at provider: ProviderID, without gone: Few<CallID> = []) -> Bool {
    groupsInUse(besides: call, of: provider, without: gone) < roster.maximumCallGroups(of: provider)
  }

  /// The calls that use up the groups, for an error that names them.
  var callsInTheWay: [CallID] {
    legs.filter(\.takesRoom).map(\.id)
  }

  // MARK: Changing

  mutating func nextCount() -> UInt64 {
    counter += 1
    return counter
  }

  mutating func newGroup() -> GroupID {
    GroupID(rawValue: nextCount())
  }

  /// Returns a provider's limit for `deadline`: the provider's own, else the line's, else the default (T1).
  @inline(__always)
  func limit(_ deadline: Deadline, _ provider: ProviderID) -> Duration {
    if let own = roster.deadline(deadline, of: provider) { return own }
    return policy.deadlines[deadline] ?? deadline.standard
  }
}
