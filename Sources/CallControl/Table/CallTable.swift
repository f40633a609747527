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

  func index(of call: CallID) -> Int? {
    legs.firstIndex { $0.id == call }
  }

  subscript(call: CallID) -> Leg? {
    legs.first { $0.id == call }
  }

  /// Where a call stands that requests may name: one that is there and is shown.
  func visible(_ call: CallID) throws(CallError) -> Int {
    guard let index = index(of: call), legs[index].isVisible else { throw CallError(.unknownCallUUID, [call]) }
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
    legs.reduce(0) { $0 + ($1.group == group ? 1 : 0) }
  }

  /// The group in front, leaving out the group of `call` if one is named.
  func front(besides call: CallID? = nil) -> GroupID? {
    let own = call.flatMap { index(of: $0) }.map { legs[$0].group }
    return legs.firstIndex { $0.isInFront && $0.id != call && $0.group != own }.map { legs[$0].group }
  }

  /// Whether more than one group is in front, which V1 allows only while a plan is under way.
  var hasSeveralFronts: Bool {
    guard let first = legs.firstIndex(where: \.isInFront) else { return false }
    return legs.indices.dropFirst(first + 1).contains { legs[$0].isInFront && legs[$0].group != legs[first].group }
  }

  /// Whether a call was in front whose End is under way.
  var isFrontLeaving: Bool {
    legs.contains { $0.state == .ending && $0.marks.contains(.leavesFront) }
  }

  /// The emergency call, from its acceptance on.
  var emergency: CallID? {
    legs.firstIndex { $0.marks.contains(.emergency) }.map { legs[$0].id }
  }

  /// Whether every call of the group can be held now.
  func isHoldable(_ group: GroupID) -> Bool {
    legs.allSatisfy { $0.group != group || $0.isHoldable || $0.state == .held || $0.state == .ending || $0.state == .ringing }
  }

  /// The calls of a group that are not held.
  func unheld(in group: GroupID) -> Few<CallID> {
    calls { legs[$0].group == group && legs[$0].isInFront }
  }

  /// The held groups, the least recently held first.
  var heldGroups: [GroupID] {
    var groups: [(group: GroupID, order: UInt64)] = []
    for leg in legs where leg.state == .held && !legs.contains(where: { $0.group == leg.group && $0.isInFront }) {
      if let known = groups.firstIndex(where: { $0.group == leg.group }) {
        groups[known].order = max(groups[known].order, leg.heldOrder)
      } else {
        groups.append((leg.group, leg.heldOrder))
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
      if !legs.contains(where: { $0.group == group && ($0.isInFront || $0.marks.contains(.transferring)) }) { latest = index }
    }
    return latest.map { legs[$0].group }
  }

  // MARK: Limits

  /// How many groups are in use besides that of `call`; with a provider, those with a call of its.
  func groupsInUse(besides call: CallID?, of provider: ProviderID? = nil) -> Int {
    // A group counts at its first call; lines have a handful of calls, so looking back is cheaper than a set.
    var count = 0
    for index in legs.indices where takesRoom(index, besides: call, of: provider) {
      let group = legs[index].group
      if !legs[..<index].indices.contains(where: { legs[$0].group == group && takesRoom($0, besides: call, of: provider) }) { count += 1 }
    }
    return count
  }

  private func takesRoom(_ index: Int, besides call: CallID?, of provider: ProviderID?) -> Bool {
    legs[index].takesRoom && legs[index].id != call && (provider == nil || legs[index].provider == provider)
  }

  /// Whether `call` would find a group free on the line and at its provider.
  func hasRoom(for call: CallID?, at provider: ProviderID) -> Bool {
    groupsInUse(besides: call) < policy.maximumCallGroups && providerHasRoom(for: call, at: provider)
  }

  func providerHasRoom(for call: CallID?, at provider: ProviderID) -> Bool {
    groupsInUse(besides: call, of: provider) < roster.maximumCallGroups(of: provider)
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
  func limit(_ deadline: Deadline, _ provider: ProviderID) -> Duration {
    roster.deadline(deadline, of: provider) ?? policy.deadlines[deadline] ?? deadline.standard
  }
}
