#if HOOKSWITCH_CLUSTER
  internal import Dispatch
  internal import HookswitchCluster
  internal import HostConfiguration
  internal import Locking

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// `hookswitch edge`: keeps the tables of the Kamailio in front of a cluster.
  enum EdgeVerb: Verb {
    static let syntax = VerbSyntax(
      name: "edge", summary: "Keep the tables of the Kamailio in front of a cluster",
      discussion: """
        Reads at the cluster's engine which node owns which slot, and writes it into the tables of Kamailio, by which Kamailio sends each \
        call to the node of the called line. It fills the tables again when Kamailio restarts, has Kamailio ask each node for signs of \
        life, and ends the calls of a node that is dead: the far end gets BYE.

        It runs on Kamailio's machine, until SIGINT or SIGTERM. While the engine cannot be reached, the tables stay as they are. Kamailio \
        runs with the configuration that comes with hookswitch; docs/cluster-sip.md describes it.

        FILE is JSON: {"cluster": {"name": "acme", "servers": ["tls://n1:4222"], "nkey": "edge", "ca-file": "/etc/hookswitch/ca.pem"}, \
        "edge": {"kamailio": ["\(EdgeConfig.usualSocket)"], "silence": 30}}. A daemon's file will do. Options replace its members.
        """,
      options: [
        VerbOption("--config", value: "FILE", "Read the members cluster and edge of FILE."),
        VerbOption("--cluster", value: "NAME", "The cluster's name."),
        VerbOption("--server", value: "ADDRESS", repeats: true, "A NATS server, such as tls://n1:4222."),
        VerbOption("--nkey", value: "SECRET", "The name of the secret with the seed of the edge's NKey."),
        VerbOption("--ca-file", value: "FILE", "The certificates of the authorities to trust (default the system's)."),
        VerbOption(
          "--kamailio", value: "SOCKET", repeats: true, "Kamailio's RPC socket (default \(EdgeConfig.usualSocket))."),
        VerbOption("--silence", value: "SECONDS", "End the calls of a node that is gone after so long without an answer (default 30)."),
        VerbOption("--once", "End when the tables are filled, after 30 seconds at the latest."),
        VerbOption("--json", "Print each deed as a line of JSON."),
      ],
      examples: [
        VerbExample("hookswitch edge --config /etc/hookswitch/edge.json", "Keep the tables, as the service hookswitch-edge does."),
        VerbExample(
          "hookswitch edge --cluster acme --server nats://127.0.0.1:4222 --once --json", "Fill the tables once, for a trial."),
      ],
      exitCodes: [
        .success: "It ended as requested; with --once the tables are filled.",
        .failure: "With --once, the tables could not be filled within 30 seconds.",
      ])

    private static let limit = Duration.seconds(30)

    static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
      let config = try EdgeConfig(arguments)
      let isJSON = arguments.has("--json")
      guard let lane = ThreadLane(name: "edge") else { throw .failed("edge: the system has no thread or file descriptor left") }
      defer { lane.stop() }
      let agent = try makeAgent(config, lane) { console.print(EdgeLog.line($0, isJSON: isJSON)) }
      let ends = try makePipe()
      lane.run { agent.open() }
      let isFilled = wait(ends.read, once: arguments.has("--once"), lane, agent)
      close(agent, on: lane)
      if arguments.has("--once"), !isFilled {
        throw .failed("edge: the tables could not be filled within 30 seconds: check the engine and Kamailio's RPC socket")
      }
      return .success
    }

    private static func makeAgent(
      _ config: EdgeConfig, _ lane: ThreadLane, hear: @escaping @Sendable (EdgeEvent) -> Void
    ) throws(CommandError) -> EdgeAgent {
      do throws(ClusterStoreError) {
        let names = try ClusterNames(cluster: config.cluster)
        guard let wire = NATSWire(names: names, settings: try config.makeSettings(), lane: lane) else {
          throw .badSetting(name: "servers", reason: "the system has no thread left for the connection")
        }
        var random = SystemRandomNumberGenerator()
        // The edge may read the map, and makes no streams.
        let store = EngineStore(names: names, wire: wire, settings: EngineSettings(streams: [], seed: random.next()))
        var times = KamailioTimes()
        times.silence = Int64(config.silence) * 1_000
        return EdgeAgent(store: store, sockets: config.sockets, times: times, seed: random.next(), hear: hear)
      } catch {
        throw .failed("edge: \(error)")
      }
    }

    /// Makes the pipe that gets a byte for each signal that ends the command.
    private static func makePipe() throws(CommandError) -> (read: Int32, write: Int32) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw .failed("edge: cannot create a pipe: \(String(cString: strerror(errno)))") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      SignalPipe.hand(to: ends[1], isOnce: true)
      signal(SIGPIPE, SIG_IGN)
      return (ends[0], ends[1])
    }

    /// Waits for a signal, or with `once` until the tables are filled.
    ///
    /// - Returns: true when the tables are filled.
    private static func wait(_ descriptor: Int32, once: Bool, _ lane: ThreadLane, _ agent: EdgeAgent) -> Bool {
      let end = ContinuousClock.now + limit
      while true {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&wait, 1, once ? 20 : -1) > 0 { return false }
        guard once else { continue }
        if ask(lane, { agent.isFilled }) { return true }
        if ContinuousClock.now > end { return false }
      }
    }

    private static func close(_ agent: EdgeAgent, on lane: ThreadLane) {
      _ = ask(lane) {
        agent.close()
        return true
      }
    }

    /// Returns a value that is computed on the lane.
    private static func ask(_ lane: ThreadLane, _ body: @escaping @Sendable () -> Bool) -> Bool {
      let answer = Locked<Bool?>(nil)
      let done = DispatchSemaphore(value: 0)
      lane.run {
        let value = body()
        answer.withLock { $0 = value }
        done.signal()
      }
      done.wait()
      return answer.withLock { $0 } ?? false
    }
  }
#endif
