import Foundation
import Glibc
import HostConfiguration
import Testing

@testable import HookswitchCLI

#if HOOKSWITCH_CLUSTER
  /// Two real daemons as nodes of a cluster over one real server, with short times.
  @Suite(.serialized, .enabled(if: EngineServer.program != nil, EngineServer.absence), .timeLimit(.minutes(5)))
  struct ClusterDaemonTests {
    private func start(_ node: String, _ server: EngineServer, in scratch: ScratchFolder) async throws -> RunningDaemon {
      try await RunningDaemon(others: server.member(node), in: scratch, ["--no-bus", "--no-desktop"])
    }

    private func status(_ daemon: RunningDaemon) async throws -> [String: Any] {
      let outcome = try await daemon.run("cluster", "status", "--json")
      try #require(outcome.exitCode == 0, "\(outcome.complaint)")
      return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    /// Waits until a daemon's status fits; returns the time that it took.
    @discardableResult
    private func until(_ daemon: RunningDaemon, _ limit: Duration = .seconds(40), _ condition: ([String: Any]) -> Bool) async throws
      -> Duration
    {
      let begin = ContinuousClock.now
      var last: [String: Any] = [:]
      while ContinuousClock.now - begin < limit {
        last = try await status(daemon)
        if condition(last) { return ContinuousClock.now - begin }
        await RunningDaemon.pause()
      }
      Issue.record("the status is \(last); \(daemon.log)")
      return limit
    }

    private func place(_ line: String, at daemon: RunningDaemon) async throws -> [String: Any] {
      let text = try await daemon.perform("cluster", "where", line, "--json")
      return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func maps(of daemon: RunningDaemon) throws -> String {
      // `String(contentsOfFile:)` reads such a file only in part: its size is 0.
      let file = try #require(FileHandle(forReadingAtPath: "/proc/\(daemon.process.processIdentifier)/maps"))
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func `nodes share the lines, restart in place, sleep, drain and leave`() async throws {
      let server = try await EngineServer()
      let (one, two) = (try ScratchFolder(), try ScratchFolder())
      defer {
        one.remove()
        two.remove()
      }
      var first = try await start("a1", server, in: one)
      let second = try await start("a2", server, in: two)
      #expect(try maps(of: first).contains("libnats"))
      let isShared: ([String: Any]) -> Bool = { $0["state"] as? String == "active" && $0["slots"] as? Int ?? 0 > 1_500 }
      try await until(first, .seconds(40), isShared)
      try await until(second, .seconds(40), isShared)
      // A machine with much other work may cut a node off for a moment, since the lease is short.
      let begin = ContinuousClock.now
      var standings: Set<String> = []
      while standings != ["mine", "elsewhere"], ContinuousClock.now - begin < .seconds(20) {
        let (here, there) = (try await place("alice", at: first), try await place("alice", at: second))
        #expect(here["slot"] as? String == "2bd" && there["slot"] as? String == "2bd")
        standings = Set([here, there].compactMap { $0["standing"] as? String })
      }
      #expect(standings == ["mine", "elsewhere"])
      try await until(first) { $0["state"] as? String == "active" }
      #expect(try await first.perform("api", "health.read").contains(#""live":true"#))
      #expect(try await first.rows("nodes", "cluster", "nodes").count == 2)
      let words = try await BuiltCommand.run(["completions", "--words", "nodes", "--socket", first.socket]).output
      #expect(words.split(separator: "\n").compactMap { $0.split(separator: "\t").first } == ["a1", "a2"])
      #expect(try await first.perform("api", "metrics.read").contains("hookswitch_cluster_takeovers_total"))

      // The daemon is killed, and started again in place.
      first.signal(SIGKILL)
      _ = await first.ended()
      first = try await start("a1", server, in: one)
      let restart = try await until(first, .seconds(40), isShared)
      // The daemon holds the node's lock, so nobody declares it dead.
      let refused = try await BuiltCommand.run(
        ["cluster", "release", "--dead", "--config", first.configuration, "--state", one.url.path + "/.local/state/hookswitch"])
      #expect(refused.exitCode == 3, "\(refused.complaint)")

      // The other one stands still for longer than its lease, and adds nothing when it goes on.
      second.signal(SIGSTOP)
      let taken = try await until(first) { $0["slots"] as? Int == 4_096 }
      #expect(try await status(first)["takeovers"] as? Int ?? 0 > 1_500)
      second.signal(SIGCONT)
      #expect(try await place("alice", at: second)["standing"] as? String != "mine")
      try await until(second, .seconds(40), isShared)

      // It drains, and ends by itself.
      let drained = try await first.run("cluster", "drain", "a1", "--limit", "30s", "--wait", "--json")
      #expect(drained.exitCode == 0, "\(drained.complaint)")
      #expect(await first.ended() == 0)
      try await until(second) { $0["slots"] as? Int == 4_096 }
      let released = try await BuiltCommand.run(
        ["cluster", "release", "--dead", "--json", "--config", first.configuration, "--state", one.url.path + "/.local/state/hookswitch"])
      #expect(released.exitCode == 0 && released.output.contains(#""released":true"#), "\(released)")
      let undrained = try await second.run("cluster", "undrain")
      #expect(undrained.exitCode == 0, "\(undrained.complaint)")
      print("restart in place served after \(restart), slots of a node that stands still taken after \(taken)")
      #expect(try await second.end() == 0)
    }

    @Test func `a daemon without a cluster loads nothing of it`() async throws {
      let daemon = try await RunningDaemon(["--no-bus", "--no-desktop"])
      #expect(try !maps(of: daemon).contains("libnats"))
      let outcome = try await daemon.run("cluster")
      #expect(outcome.exitCode == 1 && outcome.complaint.contains("stands alone"), "\(outcome)")
      #expect(try await daemon.end() == 0)
      let release = try await BuiltCommand.run(["cluster", "release", "--dead", "--config", daemon.configuration])
      #expect(release.exitCode == 0, "\(release)")
    }
  }

  /// The member `cluster`, and the words of the verbs.
  struct ClusterConfigTests {
    private static let right = #""name": "acme", "node": "a1", "servers": ["tls://n1:4222", "tls://n2:4222", "tls://n3:4222"]"#

    private func read(_ members: String) throws -> DaemonConfig {
      let scratch = try ScratchFolder()
      defer { scratch.remove() }
      return try DaemonConfig.read(file: try scratch.write("{\"cluster\": {\(members)}}", to: "c.json").path)
    }

    @Test func `the usual times and places`() throws {
      let config = try #require(try read(Self.right + #", "nkey": "node-a1", "sip": ["sip:192.0.2.11:5060"]"#).cluster)
      #expect(config.lease == 15 && config.beat == 3 && config.margin == 2 && config.weight == 100 && config.strayLimit == 14_400)
      #expect(config.nkey == "node-a1" && config.node == "a1" && config.servers.count == 3)
    }

    @Test(arguments: [
      (#""name": "acme""#, "$.cluster", "needs the members"),
      (right + #", "leas": 15"#, "$.cluster.leas", "known are name, node"),
      (#""name": "a c", "node": "a1", "servers": ["nats://n1:1"]"#, "$.cluster.name", "letters"),
      (#""name": "acme", "node": "a/1", "servers": ["nats://n1:1"]"#, "$.cluster.node", "letters"),
      (#""name": "acme", "node": "a1", "servers": []"#, "$.cluster.servers", "no server"),
      (#""name": "acme", "node": "a1", "servers": ["n1:4222"]"#, "$.cluster.servers[0]", "tls://"),
      (right + #", "lease": 9"#, "$.cluster.lease", "10 to 300"),
      (right + #", "beat": 4"#, "$.cluster.beat", "a quarter"),
      (right + #", "sip": ["192.0.2.11"]"#, "$.cluster.sip[0]", "SIP address"),
      (right + #", "ca-file": "ca.pem""#, "$.cluster[\"ca-file\"]", "absolute"),
    ])
    func `an error says where`(members: String, place: String, reason: String) throws {
      let error = try #require(throws: RunConfigError.self) { try read(members) }
      #expect(error.path == place && error.reason.contains(reason), "\(error)")
    }

    @Test func `a single server may have a lease of 5 seconds`() throws {
      let config = try read(#""name": "acme", "node": "a1", "servers": ["nats://n1:4222"], "lease": 5, "beat": 1, "margin": 1"#)
      #expect(config.cluster?.lease == 5)
    }

    @Test func `times of a drain`() {
      let texts = ["90s", "30m", "2h", "45", "25h", "x", "", "m", "-1"]
      #expect(texts.map { ClientVerb.seconds($0) } == [90, 1_800, 7_200, 45, nil, nil, nil, nil, nil])
    }
  }
#endif
