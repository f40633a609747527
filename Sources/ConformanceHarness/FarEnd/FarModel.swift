internal import TransportABI

/// The expectations of several far ends, from the actions that were done: each action changes its own call and no other.
///
/// A pure value. Where two actions cross, or one was given up half-way, a part of a sight becomes unknown.
package struct FarModel: Sendable {
  /// The change that one completed action, or one order to a far end, brings.
  package enum Effect: Hashable, Sendable {
    case held(Bool)
    case muted(Bool)
    case digits(String)
    /// The call joins the group of another call; nil: it leaves its own.
    case grouped(with: UInt64?)
    /// The call may be over, or elsewhere: nothing is expected of it any more.
    case gone
  }

  /// The digits that a far end remembers at least.
  private static let longestMemory = 60

  private var sights: [UInt64: FarSight] = [:]
  private var groups: [Set<UInt64>] = []
  /// The calls whose groups are unknown.
  private var ungrouped: Set<UInt64> = []

  package init() {}

  /// The calls of which something is expected.
  package var calls: [UInt64] { sights.keys.sorted() }

  /// Begins to follow a call.
  package mutating func follow(_ call: UInt64, _ sight: FarSight = FarSight()) {
    guard sights[call] == nil else { return }
    var sight = sight
    // The ledger knows the state, and the sets below know the groups.
    (sight.state, sight.group) = (nil, nil)
    sights[call] = sight
  }

  /// Stops following all calls.
  package mutating func forgetAll() { self = FarModel() }

  /// Takes a change as done.
  package mutating func take(_ effect: Effect, on call: UInt64) {
    switch effect {
    case .held(let on): sights[call]?.isHeld = on
    case .muted(let on): sights[call]?.isMuted = on
    case .digits(let digits):
      let all = sights[call]?.digits.map { $0 + digits }
      sights[call]?.digits = all.flatMap { $0.utf8.count > Self.longestMemory ? nil : $0 }
    // Nothing tells when a call that is not followed leaves its group.
    case .grouped(let other?) where sights[other] == nil: doubt(effect, on: call)
    case .grouped(let other): regroup(call, with: other)
    case .gone:
      sights[call] = nil
      regroup(call, with: nil)
    }
  }

  /// Makes that part of the sight unknown which the effect would change.
  package mutating func doubt(_ effect: Effect, on call: UInt64) {
    switch effect {
    case .held: sights[call]?.isHeld = nil
    case .muted: sights[call]?.isMuted = nil
    case .digits: sights[call]?.digits = nil
    case .grouped(let other): ungrouped.formUnion([call, other ?? call])
    case .gone: take(.gone, on: call)
    }
  }

  /// Stops following a call that may stay up: what its group becomes is unknown.
  package mutating func lose(_ call: UInt64) {
    for group in groups where group.contains(call) { ungrouped.formUnion(group) }
    take(.gone, on: call)
  }

  private mutating func regroup(_ call: UInt64, with other: UInt64?) {
    if let other, groups.contains(where: { $0.contains(call) && $0.contains(other) }) { return }
    for index in groups.indices { groups[index].remove(call) }
    if let other {
      if let index = groups.firstIndex(where: { $0.contains(other) }) { groups[index].insert(call) } else { groups.append([call, other]) }
    }
    groups.removeAll { $0.count < 2 }
  }

  /// Returns the first difference of what the far ends see, in words; nil if there is none.
  ///
  /// - Parameter views: the view of each call's far end.
  package func difference(from views: [UInt64: PeerView]) -> String? {
    var seenGroups: [UInt64: String] = [:]
    for call in calls {
      guard let wanted = sights[call], let view = views[call] else { continue }
      if let difference = wanted.difference(from: FarSight(view)) { return "the far end of \(CallRef(id: call)): \(difference)" }
      guard let group = view.group, !ungrouped.contains(call) else { continue }
      seenGroups[call] = group
    }
    return groupDifference(seenGroups)
  }

  private func groupDifference(_ seen: [UInt64: String]) -> String? {
    for (call, group) in seen.sorted(by: { $0.key < $1.key }) {
      let mates = groups.first { $0.contains(call) }
      guard mates?.isDisjoint(with: ungrouped) ?? true else { continue }
      guard group.isEmpty == (mates == nil) else {
        return
          "the far end of \(CallRef(id: call)) sees \(group.isEmpty ? "no group" : "a group"), should see \(mates == nil ? "none" : "one")"
      }
      for (other, otherGroup) in seen where other != call && mates != nil {
        guard (otherGroup == group) == (mates?.contains(other) ?? false) else {
          let words = otherGroup == group ? "the same group, should be two" : "two groups, should be the same"
          return "the far ends of \(CallRef(id: call)) and \(CallRef(id: other)) see \(words)"
        }
      }
    }
    return nil
  }
}
