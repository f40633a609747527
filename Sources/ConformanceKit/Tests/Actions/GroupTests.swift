internal import ConformanceHarness
internal import TransportABI

/// The group `group`: groups of calls whose far ends hear each other.
enum GroupTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "group.merge-split", .offered(HSW_EXT_GROUP), "Calls join and leave a group one at a time, and no call ends", body: mergeSplit)
  ]

  private static func mergeSplit(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needRoom(for: 3)
    let near = stage.near
    let calls = try (0..<3).map { _ in try stage.connect() }
    try stage.complete(near.setGroup(calls[0], with: calls[1]))
    try requireGroups(stage, [calls[0], calls[1]], alone: [calls[2]], after: "two were merged")
    try stage.complete(near.setGroup(calls[2], with: calls[0]))
    try requireGroups(stage, calls, alone: [], after: "a third was added")
    try stage.complete(near.setGroup(calls[0], with: nil))
    try requireGroups(stage, [calls[1], calls[2]], alone: [calls[0]], after: "one was taken out")
    try stage.complete(near.setGroup(calls[0], with: calls[2]))
    try requireGroups(stage, calls, alone: [], after: "it was put back")
    try stage.hangUp(calls[1])
    try requireGroups(stage, [calls[0], calls[2]], alone: [], after: "one of three was ended")
    try stage.hangUp(calls[0])
    try stage.expectUp([calls[2]], after: "the last but one of a group was ended")
    try stage.hangUp(calls[2])
    try stage.tearDown()
  }

  /// Fails unless all calls are up, the first ones in one group, and the others in none.
  private static func requireGroups(_ stage: Stage, _ together: [CallRef], alone: [CallRef], after what: String) throws {
    try stage.expectUp(together + alone, after: what)
    // A far end that cannot tell groups apart gives nil.
    let groups = try together.map { try stage.peer.see($0).group }
    guard let first = groups.first ?? nil else { return }
    guard !first.isEmpty, groups.allSatisfy({ $0 == first }) else {
      throw TestFailure("\(what): the far ends see the groups \(groups.map { $0 ?? "" }), should be the same")
    }
    for call in alone {
      let group = try stage.peer.see(call).group ?? ""
      guard group.isEmpty else { throw TestFailure("\(what): the far end of \(call) sees the group \(group), should be none") }
    }
  }
}
