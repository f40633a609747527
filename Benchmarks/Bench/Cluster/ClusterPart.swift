import Glibc
import HostDoors
import HostSurface
import StrictJSON

/// Daemons as nodes of a cluster: the cost of a call, requests through another node, calls of several nodes, and the time of a fail-over.
struct ClusterPart: BenchmarkPart {
  static let name = "cluster"
  static let summary = "daemons with one NATS server: a call with and without the cluster, requests through another node, fail-over"

  private static let calls = 4_000
  /// The calls of each daemon in one round of the cost, and the calls after which the other daemon has its turn.
  private static let (roundCalls, turnCalls) = (800, 50)
  /// The pairs of daemons, and the rounds of each: two equal daemons differ by up to 1 % for as long as they live.
  private static let (daemons, rounds) = (5, 6)

  func measure() async throws -> [Measurement] {
    try cost() + (await traffic()) + failOver(.short, "short") + failOver(.usual, "usual")
  }

  // MARK: The cost of a call

  /// The processor time of one call of each daemon in a round, in microseconds.
  private struct Pair {
    var alone = 0.0
    var member = 0.0
    /// The cost of the cluster, in per cent.
    var more: Double { (member / alone - 1) * 100 }
  }

  /// Measures both kinds of daemon in short turns: a machine whose speed changes then changes it for both.
  private func cost() throws -> [Measurement] {
    var starts: (alone: [Double], member: [Double]) = ([], [])
    var pairs: [Pair] = []
    for _ in 0..<Self.daemons {
      let alone = try BenchCluster(nodes: 1, times: nil)
      let member = try BenchCluster(nodes: 1, times: .short)
      // The first round warms both up.
      for round in 0...Self.rounds {
        let used = (alone.processorNanoseconds, member.processorNanoseconds)
        for turn in 0..<Self.roundCalls / Self.turnCalls {
          let aloneIsFirst = (round + turn) % 2 == 0
          for isAlone in [aloneIsFirst, !aloneIsFirst] {
            let times = try place(Self.turnCalls, at: isAlone ? alone : member)
            if round > 0 { if isAlone { starts.alone += times } else { starts.member += times } }
          }
        }
        // The records that reach the engine afterwards count too.
        let now = (member: try member.shippedProcessorNanoseconds(), alone: alone.processorNanoseconds)
        guard round > 0 else { continue }
        func each(_ time: Int64) -> Double { Double(time) / 1_000 / Double(Self.roundCalls) }
        pairs.append(Pair(alone: each(now.alone - used.0), member: each(now.member - used.1)))
      }
    }
    let (startsAlone, startsMember) = (starts.alone.sorted(), starts.member.sorted())
    let more = pairs.map(\.more).sorted()
    return [
      Measurement("cluster.call_alone_us", pairs.map(\.alone).sorted().percentile(0.5), "µs"),
      Measurement("cluster.call_us", pairs.map(\.member).sorted().percentile(0.5), "µs"),
      Measurement("cluster.call_more_percent", more.percentile(0.5), "%", .atMost(5)),
      Measurement("cluster.call_more_p25_percent", more.percentile(0.25), "%"),
      Measurement("cluster.call_more_p75_percent", more.percentile(0.75), "%"),
      Measurement("cluster.start_alone_p50_us", startsAlone.percentile(0.5), "µs"),
      Measurement("cluster.start_p50_us", startsMember.percentile(0.5), "µs"),
      Measurement("cluster.start_alone_p99_us", startsAlone.percentile(0.99), "µs"),
      Measurement("cluster.start_p99_us", startsMember.percentile(0.99), "µs"),
    ]
  }

  /// Places calls one after another; returns the times of their Starts, in microseconds.
  private func place(_ count: Int, at cluster: BenchCluster) throws -> [Double] {
    let client = cluster.nodes[0].client
    return try (0..<count).map { number in
      let began = Stopwatch.nanoseconds
      let call = try start(on: "line \(number % 100)", by: client)
      let time = Double(Stopwatch.nanoseconds - began) / 1_000
      _ = try client.request(.callEnd, .object(of: ["call": .string(call), "wait": "performed"]))
      return time
    }
  }

  private func start(on line: String, by client: SocketClient) throws -> String {
    let parameters = JSONValue.object(of: ["handle": "5550100", "line": .string(line), "wait": "performed"])
    guard let call = try client.request(.callStart, parameters)["call"]?.string else { throw TrafficError("a Start names no call") }
    return call
  }

  // MARK: Several nodes

  /// Measures the calls of one, two and three nodes on this machine, each on its own lines, and requests through another node.
  private func traffic() async throws -> [Measurement] {
    let cluster = try BenchCluster(nodes: 3, times: .short)
    let lines = try cluster.nodes.map { try cluster.lines(of: $0, count: 20) }
    var measurements: [Measurement] = []
    for count in 1...3 {
      let began = Stopwatch.nanoseconds
      // One connection a node, whose requests are answered one after another; the nodes work at the same time.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for place in 0..<count {
          let (client, own) = (cluster.nodes[place].client, lines[place])
          group.addTask { try await call(on: own, by: client) }
        }
        try await group.waitForAll()
      }
      let seconds = Double(Stopwatch.nanoseconds - began) / 1e9
      measurements.append(Measurement("cluster.calls_of_\(count)_per_s", Double(count * Self.calls) / seconds, "1/s"))
    }
    let here = try requests(on: lines[0][0], by: cluster.nodes[0])
    let elsewhere = try requests(on: lines[1][0], by: cluster.nodes[0])
    return measurements + [
      Measurement("cluster.request_here_p50_us", here.percentile(0.5), "µs"),
      Measurement("cluster.request_elsewhere_p50_us", elsewhere.percentile(0.5), "µs"),
      Measurement("cluster.request_elsewhere_p99_us", elsewhere.percentile(0.99), "µs"),
    ]
  }

  private func call(on lines: [String], by client: SocketClient) async throws {
    for number in 0..<Self.calls {
      let parameters = JSONValue.object(of: ["handle": "5550100", "line": .string(lines[number % lines.count]), "wait": "performed"])
      let call = try await client.result(of: .callStart, parameters)["call"]
      _ = try await client.result(of: .callEnd, .object(of: ["call": call, "wait": "performed"]))
    }
  }

  /// Returns the sorted times of requests about a line, in microseconds.
  private func requests(on line: String, by node: BenchCluster.Node) throws -> [Double] {
    try (0..<Self.calls).map { _ in
      let began = Stopwatch.nanoseconds
      _ = try node.client.request(.lineGet, .object(of: ["line": .string(line)]))
      return Double(Stopwatch.nanoseconds - began) / 1_000
    }.sorted()
  }

  // MARK: Fail-over

  /// Kills the owner of a line, and measures the time until another node takes a call on it, in seconds.
  private func failOver(_ times: BenchCluster.Times, _ name: String) throws -> [Measurement] {
    let cluster = try BenchCluster(nodes: 3, times: times)
    let (victim, witness) = (cluster.nodes[1], cluster.nodes[0])
    let line = try cluster.lines(of: victim, count: 1)[0]
    _ = try start(on: line, by: witness.client)
    victim.process.signal(SIGKILL)
    let began = Stopwatch.nanoseconds
    let end = began + 60_000_000_000
    while true {
      let heir = try? cluster.owner(of: line, by: witness)
      if heir != nil, heir != victim.name, (try? start(on: line, by: witness.client)) != nil { break }
      guard Stopwatch.nanoseconds < end else { throw TrafficError("no node takes the line of a node that was killed") }
      Stopwatch.sleep(nanoseconds: 20_000_000)
    }
    let limit = Double(times.lease + times.margin + 1)
    return [Measurement("cluster.fail_over_\(name)_s", Double(Stopwatch.nanoseconds - began) / 1e9, "s", .atMost(limit))]
  }
}
