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

  /// A call that requests may name: one that is there and is shown.
  func visible(_ call: CallID) throws(CallError) -> Leg {
    guard let leg = self[call], leg.isVisible else { throw CallError(.unknownCallUUID, [call]) }
    return leg
  }

  func members(of group: GroupID) -> [CallID] {
    legs.filter { $0.group == group }.map(\.id)
  }

  func size(of group: GroupID) -> Int {
    legs.reduce(0) { $0 + ($1.group == group ? 1 : 0) }
  }

  /// The group in front, leaving out the group of `call` if one is named.
  func front(besides call: CallID? = nil) -> GroupID? {
    let own = call.flatMap { self[$0]?.group }
    return legs.first { $0.isInFront && $0.id != call && $0.group != own }?.group
  }

  /// A call that was in front and whose End is under way.
  var leavingFront: Leg? {
    legs.first { $0.state == .ending && $0.marks.contains(.leavesFront) }
  }

  var emergency: Leg? {
    legs.first { $0.marks.contains(.emergency) }
  }

  /// Whether every call of the group can be held now.
  func isHoldable(_ group: GroupID) -> Bool {
    legs.allSatisfy { $0.group != group || $0.isHoldable || $0.state == .held || $0.state == .ending || $0.state == .ringing }
  }

  /// The calls of a group that are not held.
  func unheld(in group: GroupID) -> [CallID] {
    legs.filter { $0.group == group && $0.isInFront }.map(\.id)
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
    heldGroups.last { group in !legs.contains { $0.group == group && $0.marks.contains(.transferring) } }
  }

  // MARK: Limits

  /// How many groups are in use besides that of `call`; with a provider, those with a call of its.
  func groupsInUse(besides call: CallID?, of provider: ProviderID? = nil) -> Int {
    var groups: [GroupID] = []
    for leg in legs where leg.takesRoom && leg.id != call && (provider == nil || leg.provider == provider) {
      if !groups.contains(leg.group) { groups.append(leg.group) }
    }
    return groups.count
  }

  /// Whether `call` would find a group free on the line and at its provider.
  func hasRoom(for call: CallID?, at provider: ProviderID) -> Bool {
    groupsInUse(besides: call) < policy.maximumCallGroups && providerHasRoom(for: call, at: provider)
  }

  func providerHasRoom(for call: CallID?, at provider: ProviderID) -> Bool {
    guard let limit = roster[provider]?.configuration.maximumCallGroups else { return true }
    return groupsInUse(besides: call, of: provider) < limit
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
    roster[provider]?.configuration.deadlines[deadline] ?? policy.deadlines[deadline] ?? deadline.standard
  }
}
