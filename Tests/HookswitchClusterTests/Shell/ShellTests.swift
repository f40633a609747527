import CallControl
import ClusterControl
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// The shell of a node over the engine in memory: the rows of the failure table that need no telephone.
@Suite struct ShellTests {
  /// Starts three nodes that share all slots as they wish.
  private func started(seed: UInt64 = 1) throws -> (ShellTeam, [TeamNode]) {
    let team = try ShellTeam(seed: seed)
    let nodes = ["a1", "a2", "a3"].map { team.start(NodeName($0)) }
    // Until they are sure that no earlier owner is left, which is lease and margin after an empty bucket.
    try #require(team.run(.seconds(60)) { team.isShared(nodes) })
    team.run(.seconds(60))
    return (team, nodes)
  }

  @Test func `three nodes share all slots by their wish`() throws {
    let (team, nodes) = try started()
    #expect(team.isShared(nodes))
    for node in nodes {
      #expect(node.slots.count <= 1_434, "\(node.name): \(node.slots.count)")
      #expect(node.problems == [])
    }
  }

  @Test func `heirs take the slots of a machine that is lost, in 17 seconds`() throws {
    let (team, nodes) = try started()
    let begin = team.time
    team.kill(nodes[0])
    #expect(team.run(.seconds(30)) { team.isShared(Array(nodes[1...])) })
    let wait = team.seconds(since: begin)
    #expect(wait > 12 && wait < 18, "\(wait)")
  }

  @Test func `a restart in place serves again within a second`() throws {
    let (team, nodes) = try started()
    team.kill(nodes[0])
    let begin = team.time
    let again = team.start("a1", predecessorIsDead: true)
    #expect(team.run(.seconds(30)) { team.isShared([again, nodes[1], nodes[2]]) })
    #expect(team.seconds(since: begin) < 6, "\(team.seconds(since: begin))")
  }

  @Test func `a node that is cut off stops by itself before its heirs begin, and comes back`() throws {
    let (team, nodes) = try started()
    let begin = team.time
    nodes[0].wire?.cut()
    #expect(team.run(.seconds(20)) { nodes[0].had(.leaseEnded) })
    let ended = team.seconds(since: begin)
    #expect(ended <= 15.1, "\(ended)")
    for line in team.lines where nodes[0].shell.standing(of: line, for: .start) != .cutOff {
      Issue.record("\(line): \(nodes[0].shell.standing(of: line, for: .start))")
    }
    #expect(team.run(.seconds(10)) { team.isShared(Array(nodes[1...])) })
    nodes[0].wire?.mend()
    #expect(team.run(.seconds(120)) { !nodes[0].slots.isEmpty && team.isShared(nodes) })
    #expect(nodes[0].events.withLock { $0.contains { if case .effect(.rejoined) = $0 { true } else { false } } })
  }

  @Test func `a node that slept adds no call when it wakes`() throws {
    let (team, nodes) = try started()
    nodes[0].lane?.pause()
    #expect(team.run(.seconds(23), asleep: [nodes[0]]) == false)
    nodes[0].lane?.resume()
    for line in team.lines { #expect(!nodes[0].shell.standing(of: line, for: .incoming).allows) }
    #expect(team.run(.seconds(120)) { team.isShared(nodes) })
  }

  @Test func `an engine that is away for six seconds changes nothing`() throws {
    let (team, nodes) = try started()
    let shares = nodes.map(\.slots)
    team.bench.engine.stop()
    team.run(.seconds(6))
    team.bench.engine.start()
    team.run(.seconds(30))
    #expect(nodes.map(\.slots) == shares)
    for node in nodes { #expect(!node.had(.leaseEnded)) }
  }

  @Test func `an engine that is away longer cuts all off, and nobody is expired`() throws {
    let (team, nodes) = try started()
    let shares = nodes.map(\.slots)
    team.bench.engine.stop()
    team.run(.seconds(40))
    for node in nodes { #expect(node.had(.leaseEnded)) }
    team.bench.engine.start()
    let begin = team.time
    #expect(team.run(.seconds(20)) { team.lines.allSatisfy { line in nodes.contains { $0.shell.standing(of: line, for: .start).allows } } })
    #expect(team.seconds(since: begin) < 8, "\(team.seconds(since: begin))")
    #expect(nodes.map(\.slots) == shares)
  }

  @Test func `an engine that lost everything is written again by the owners`() throws {
    let (team, nodes) = try started()
    let shares = nodes.map(\.slots)
    team.bench.engine.stop()
    team.bench.engine.goBack(to: nil)
    team.run(.seconds(2))
    team.bench.engine.start()
    team.run(.seconds(60))
    #expect(team.isShared(nodes))
    #expect(nodes.map(\.slots) == shares)
  }

  @Test func `a line with a call stays when its slot moves, and comes back when it has none`() throws {
    let team = try ShellTeam()
    let first = team.start("a1")
    try #require(team.run(.seconds(60)) { team.isShared([first]) })
    for line in team.lines { first.shell.handle(.lineBusy(line)) }
    let second = team.start("a2")
    #expect(team.run(.seconds(120)) { !second.slots.isEmpty && team.isShared([first, second]) })
    team.run(.seconds(60))
    let moved = team.lines.filter { second.slots.contains(Slot(of: $0, digits: team.settings.digits).index) }
    try #require(!moved.isEmpty)
    for line in moved {
      #expect(first.shell.standing(of: line, for: .incoming) == .borrowed, "\(line)")
      #expect(second.shell.standing(of: line, for: .incoming) == .lent("a1"), "\(line)")
    }
    for line in moved { first.shell.handle(.lineIdle(line)) }
    #expect(team.run(.seconds(20)) { moved.allSatisfy { second.shell.standing(of: $0, for: .incoming) == .mine } })
  }

  @Test func `a drain gives every slot away, and leaves`() throws {
    let (team, nodes) = try started()
    nodes[0].shell.handle(.drain(NodeDrain(limit: 600_000, then: .keep)))
    #expect(team.run(.seconds(120)) { nodes[0].had(.drained) })
    #expect(team.isShared(Array(nodes[1...])))
    nodes[0].shell.handle(.leave)
    #expect(team.run(.seconds(5)) { nodes[0].had(.left) })
  }

  /// Messages are lost and repeated, nodes are cut off, sleep and die, and the engine goes away; the promise holds at each look.
  @Test(arguments: 1...2) func `keeps the promise among faults`(seed: UInt64) throws {
    let (team, _) = try started(seed: seed)
    team.bench.engine.set { faults in
      faults.lostQuestions = 30
      faults.lostAnswers = 30
      faults.repeated = 30
    }
    let world = team.bench.world
    var asleep: [TeamNode] = []
    for round in 0..<6 {
      let nodes = team.nodes.withLock { $0 }
      let victim = nodes[world.random(below: nodes.count)]
      switch world.random(below: 5) {
      case 0: victim.wire?.cut()
      case 1:
        victim.lane?.pause()
        asleep.append(victim)
      case 2 where nodes.count > 2: team.kill(victim)
      case 3: team.start(NodeName("b\(round)"))
      default: team.bench.engine.stop()
      }
      team.run(.seconds(5 + world.random(below: 25)), asleep: asleep)
      team.bench.engine.start()
      for node in nodes {
        node.wire?.mend()
        node.lane?.resume()
      }
      asleep = []
      team.run(.seconds(world.random(below: 20)))
    }
    team.bench.engine.set { faults in
      faults.lostQuestions = 0
      faults.lostAnswers = 0
      faults.repeated = 0
    }
    #expect(team.run(.seconds(120)) { team.isShared(team.nodes.withLock { $0 }) })
  }
}
