/// A call's former state, which observers see during a swap, merge or split.
struct Withheld: Hashable, Sendable {
  /// The number of the plan that changes the call or undoes the change.
  var plan: UInt64
  let call: CallID
  let state: CallState
  let group: GroupID
  let groupStart: Instant?
  let isMixed: Bool
}

// V1: observers see a swap, a merge or a split as one change.
extension Line {
  /// Hides the coming changes of a swap, a merge or a split from observers.
  mutating func withhold(for goal: Goal, of index: Int) {
    let number = plans[index].number
    guard table.emergency == nil, !withheld.contains(where: { $0.plan == number }) else { return }
    let groups: [GroupID?]
    switch goal {
    case .resume(let call):
      guard let front = table.front(besides: call) else { return }
      groups = [front, table[call]?.group]
    case .hold(let call):
      // A hold followed by a resume in one transaction is a swap.
      let next = plans[index].cursor + 1
      guard next < plans[index].items.count, case .resume(let other) = plans[index].items[next].goal else { return }
      groups = [table[call]?.group, table[other]?.group]
    case .merge(let calls): groups = calls.map { table[$0]?.group }
    case .join(let call, let other): groups = [table[call]?.group, table[other]?.group]
    case .part(let call): groups = [table[call]?.group, table.front(besides: call)]
    case .start, .answer, .end, .swap, .perform, .pause, .hardPause, .rehold, .takeOver: return
    }
    let added = table.legs.filter { groups.contains($0.group) && $0.state.isConnected }.map { leg in
      Withheld(
        plan: number, call: leg.id, state: leg.state, group: leg.group, groupStart: leg.groupStart, isMixed: leg.marks.contains(.mixed))
    }
    if !isCrossed(withheld + added) { withheld += added }
  }

  /// True while a call is active in one group and withheld calls are shown as active in another.
  ///
  /// A replacing call (R4) or an early connect (P4) causes this; then only the true state has no two active groups.
  private func isCrossed(_ withheld: [Withheld]) -> Bool {
    table.legs.contains { leg in
      leg.state == .active && !withheld.contains { $0.call == leg.id } && withheld.contains { $0.state == .active && $0.group != leg.group }
    }
  }

  /// Shows the changes of a reached goal, unless the next goal is the other half of a swap.
  mutating func publish(_ goal: Goal, of index: Int) {
    guard !withheld.isEmpty else { return }
    let next = plans[index].cursor + 1
    if case .hold = goal, next < plans[index].items.count, case .resume = plans[index].items[next].goal { return }
    let number = plans[index].number
    withheld.removeAll { $0.plan == number }
    isDirty = true
  }

  /// Stops withholding: calls of a finished plan, calls that end, and all calls in an emergency.
  mutating func publishWhatIsSettled() {
    handOn()
    var left = withheld.filter { entry in
      table.emergency == nil && planIndex(entry.plan) != nil && table[entry.call]?.state.isConnected == true
    }
    if isCrossed(left) { left = [] }
    if left.count != withheld.count { isDirty = true }
    withheld = left
  }

  /// Passes a failed swap's withheld calls to the host's plan that resumes the former front (X8).
  private mutating func handOn() {
    for place in withheld.indices where planIndex(withheld[place].plan) == nil && withheld[place].state == .active {
      let (old, group) = (withheld[place].plan, withheld[place].group)
      let heir = plans.first { plan in
        guard plan.context.origin == .host, case .resume(let call)? = plan.goal else { return false }
        return table[call]?.group == group
      }
      guard let heir else { continue }
      for other in withheld.indices where withheld[other].plan == old { withheld[other].plan = heir.number }
    }
  }

  /// The calls as observers see them.
  var shownTable: CallTable {
    guard !withheld.isEmpty else { return table }
    var shown = table
    for entry in withheld {
      guard let index = shown.index(of: entry.call), shown.legs[index].state.isConnected else { continue }
      shown.legs[index].state = entry.state
      shown.legs[index].group = entry.group
      shown.legs[index].groupStart = entry.groupStart
      if entry.isMixed { shown.legs[index].marks.insert(.mixed) } else { shown.legs[index].marks.remove(.mixed) }
    }
    return shown
  }
}
