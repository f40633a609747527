/// The calls of a line, its limits, and the providers behind them: what the rules look at.
///
/// A value: a request is judged by rehearsing it on a copy.
struct CallTable: Hashable, Sendable {
  var legs: [Leg] = []
  var policy: LinePolicy
  var roster: Roster
  /// Counts groups and holds.
  var counter: UInt64 = 0

  init(policy: LinePolicy, roster: Roster) {
    self.policy = policy
    self.roster = roster
  }

  // MARK: Finding

  // A closure over a whole `Leg` makes the compiler copy it out of the list with all its references, several times for each event. So what is asked often is asked of places, and reads the one field that it needs where it stands.

  func index(of call: CallID) -> Int? {
    legs.indices.first { legs[$0].id == call }
  }

  subscript(call: CallID) -> Leg? {
    index(of: call).map { legs[$0] }
  }

  /// Where a call stands that requests may name: one that is there and is shown.
  func visible(_ call: CallID) throws(CallError) -> Int {
    guard let index = index(of: call), legs[index].state != .screening else { throw CallError(.unknownCallUUID, [call]) }
    return index
  }

  func members(of group: GroupID) -> Few<CallID> {
    calls { legs[$0].group == group }
  }

  /// The calls whose place in the list fits.
  func calls(where fits: (Int) -> Bool) -> Few<CallID> {
    var calls = Few<CallID>()
    for index in legs.indices where fits(index) { calls.append(legs[index].id) }
    return calls
  }

  func size(of group: GroupID) -> Int {
    legs.indices.count { legs[$0].group == group }
  }

  /// The group in front, leaving out the group of `call` if one is named.
  func front(besides call: CallID? = nil) -> GroupID? {
    let own = call.flatMap { index(of: $0) }.map { legs[$0].group }
    return legs.indices.first { legs[$0].isInFront && legs[$0].id != call && legs[$0].group != own }.map { legs[$0].group }
  }

  /// Whether more than one group is in front, which V1 allows only while a plan is under way.
  var hasSeveralFronts: Bool {
    guard let first = legs.indices.first(where: { legs[$0].isInFront }) else { return false }
    return legs.indices.dropFirst(first + 1).contains { legs[$0].isInFront && legs[$0].group != legs[first].group }
  }

  /// Whether a call was in front whose End is under way.
  var isFrontLeaving: Bool {
    legs.indices.contains { legs[$0].state == .ending && legs[$0].marks.contains(.leavesFront) }
  }

  /// The emergency call, from its acceptance on.
  var emergency: CallID? {
    legs.indices.first { legs[$0].marks.contains(.emergency) }.map { legs[$0].id }
  }

  /// Whether every call of the group can be held now.
  func isHoldable(_ group: GroupID) -> Bool {
    for index in legs.indices where legs[index].group == group {
      switch legs[index].state {
      case .held, .ending, .ringing: continue
      default: if !legs[index].isHoldable { return false }
      }
    }
    return true
  }

  /// The calls of a group that are not held.
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

  /// The group that a swap or an automatic resume takes back: the most recently held, without one that is being transferred.
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

  /// How many groups are in use besides that of `call`; with a provider, those with a call of its.
  func groupsInUse(besides call: CallID?, of provider: ProviderID? = nil, without gone: Few<CallID> = []) -> Int {
    // A group counts at its first call; lines have a handful of calls, so looking back is cheaper than a set.
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

  /// Whether `call` would find a group free on the line and at its provider, if those that are `gone` were.
  func hasRoom(for call: CallID?, at provider: ProviderID, without gone: Few<CallID> = []) -> Bool {
    groupsInUse(besides: call, without: gone) < policy.maximumCallGroups && providerHasRoom(for: call, at: provider, without: gone)
  }

  func providerHasRoom(for call: CallID?, at provider: ProviderID, without gone: Few<CallID> = []) -> Bool {
    groupsInUse(besides: call, of: provider, without: gone) < roster.maximumCallGroups(of: provider)
  }

  /// The calls that take up the room, for an error that names what stands in the way.
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

  /// How long `deadline` is for a provider: its own word first, then the line's, then the rules' (T1).
  @inline(__always)
  func limit(_ deadline: Deadline, _ provider: ProviderID) -> Duration {
    if let own = roster.deadline(deadline, of: provider) { return own }
    return policy.deadlines[deadline] ?? deadline.standard
  }
}
