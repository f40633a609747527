#if HOOKSWITCH_CLUSTER
  internal import ClusterControl
  internal import FoundationEssentials
  internal import HookMetrics
  internal import HookswitchCluster
  internal import HookswitchCore
  internal import HostDoors
  internal import HostService
  internal import HostSurface
  internal import Locking
  internal import StrictJSON
  internal import TransportLoader

  /// A daemon's node of a cluster, and the answers to the methods of the chapter Cluster.
  final class ClusterOffice: ClusterPart {
    /// The longest time of an orderly end.
    private static let leaveTime = Duration.seconds(1)

    let config: DaemonCluster
    let member: ClusterMember
    /// The strays and records of the node, which its gateway knows.
    let extras = Locked(ClusterExtras())
    /// The requests, events and records of the node; nil before `equip`.
    let traffic = Locked<ClusterTraffic?>(nil)
    /// The lines' settings and the crew of their accounts; nil before `open`.
    let lines = Locked<(lines: ClusterLines, crew: AccountCrew)?>(nil)
    let book = LineAccountBook()
    /// The parts of the configuration that concern single lines.
    let parts = Locked<LineParts?>(nil)
    private let lock: HostLock
    private let lives: Locked<NodeLives>
    /// False when the file of lives could not be written, so that a start in place waits for the lease.
    private let hasLives: Bool
    private let renewals = Locked(Histogram(Histogram.command))

    init(_ config: DaemonCluster, in folder: String, version: String) throws(CommandError) {
      self.config = config
      lock = try DaemonCluster.lock(in: folder, verb: "daemon")
      do throws(ClusterStoreError) {
        var settings = try config.memberSettings()
        // This process has the lock, so none of these lives has a process.
        var lives = NodeLives(in: folder)
        settings.predecessors = lives.all
        settings.profile = NodeProfile(version: version, weight: config.weight, sip: config.sip)
        member = try ClusterMember(settings)
        hasLives = lives.begin(member.gate.node.incarnation)
        self.lives = Locked(lives)
      } catch {
        throw .failed("daemon: \(error)")
      }
    }

    var standings: any LineStandingSource { member.standings }

    var status: String { "cluster \(config.name): \(state(of: member.gate.node, at: member.gate.now).rawValue)" }

    func open(_ callers: ClusterCallers) {
      var around = MemberSurroundings()
      around.standingsChanged = { callers.host.standingsChanged($0) }
      around.drainEnded = callers.drainEnded
      around.note = { isWarning, text in callers.log(isWarning ? .warning : .info, text) }
      around.changed = callers.changed
      around.renewed = { [renewals] seconds in renewals.withLock { $0.add(seconds) } }
      around.load = { [host = callers.host] in
        let lines = host.lines
        return (lines.count, lines.reduce(0) { $0 + host.snapshot(of: $1).calls.count })
      }
      around.news = { [weak self, lives] event in
        self?.pass(event)
        guard case .effect(.rejoined(let life)) = event else { return }
        // Under the lock: the file is small, and only this lane writes it.
        if !lives.withLock({ $0.begin(life) }) { callers.log(.warning, "the file node.lives cannot be written") }
      }
      if !hasLives { callers.log(.warning, "the file node.lives cannot be written: a start in place will wait for the lease") }
      serve(callers.service)
      beginLines(callers)
      member.open(around)
    }

    func ping(_ answer: @escaping @Sendable () -> Void) { member.store.lane.run(answer) }

    func leave() async { await member.leave(within: Self.leaveTime) }

    func close() {
      endLines()
      closeTraffic()
      member.close()
    }

    var trafficProblem: String? {
      guard let traffic = member.standing.traffic, let reason = traffic.reason else { return nil }
      return traffic.isConnected ? "the traffic servers: \(reason)" : "the node is not connected to the traffic servers: \(reason)"
    }

    // MARK: Figures

    var figures: ClusterFigures {
      let (node, now, standing) = (member.gate.node, member.gate.now, member.standing)
      let extras = extras.withLock { $0 }
      var figures = ClusterFigures()
      figures.reason =
        switch state(of: node, at: now) {
        case .active: nil
        case .joining: "the node has not joined its cluster yet"
        case .draining: "the node drains"
        case .cutOff: "the node is cut off from its cluster"
        case .gone: "the node has left its cluster"
        }
      figures.lease = Double(node.leaseLeft(at: now)) / 1_000
      let counts = SlotCounts(node)
      figures.slots = counts.slots[node.name] ?? 0
      figures.lentLines = counts.lent[node.name] ?? 0
      figures.strays = extras.strays().count
      figures.takeovers = standing.takeovers
      figures.unshippedRecords = extras.unshippedRecords()
      figures.renewals = renewals.withLock { $0 }
      return figures
    }

    /// The state of this node.
    func state(of node: ClusterNode, at now: ClusterTime) -> ClusterState {
      switch node.phase {
      case .apart, .entering: .joining
      case .leaving, .left: .gone
      case .expired: .cutOff
      case .joined: !node.lease.isGood(at: now) ? .cutOff : node.isDraining ? .draining : .active
      }
    }
  }

  /// The parts of a node's state that its gateway keeps.
  struct ClusterExtras: Sendable {
    /// The calls of nodes that are gone.
    var strays: @Sendable () -> [StrayCalls.Call] = { [] }
    /// The number of records that wait for the engine.
    var unshippedRecords: @Sendable () -> Int = { 0 }
    /// Ends the strays of a node, and returns their number.
    var forget: @Sendable (NodeName) async -> Int = { _ in 0 }
  }

  /// The slots and lent lines of each node.
  struct SlotCounts {
    var slots: [NodeName: Int] = [:]
    var lent: [NodeName: Int] = [:]

    init(_ node: ClusterNode) {
      for claim in node.slots {
        guard let record = claim.record, let owner = record.owner else { continue }
        slots[owner.node, default: 0] += 1
        let count = record.lent.entries.count { $0.borrower != owner }
        if count > 0 { lent[owner.node, default: 0] += count }
      }
    }
  }

  extension ClusterNode {
    /// The time until the lease ends, in milliseconds.
    func leaseLeft(at now: ClusterTime) -> Int64 {
      guard phase == .joined, let end = lease.end else { return 0 }
      return max(0, end - now)
    }
  }

  extension DaemonCluster {
    /// The settings of the node.
    func memberSettings() throws(ClusterStoreError) -> MemberSettings {
      let engine = try connection(to: servers)
      var settings = MemberSettings(names: try ClusterNames(cluster: name), node: NodeName(node), engine: engine)
      if !trafficServers.isEmpty, trafficServers != servers { settings.traffic = try connection(to: trafficServers) }
      settings.times.beat = Int64(beat) * 1_000
      settings.times.lease = Int64(lease) * 1_000
      settings.times.margin = Int64(margin) * 1_000
      settings.times.strayLimit = Int64(strayLimit) * 1_000
      return settings
    }

    private func connection(to servers: [String]) throws(ClusterStoreError) -> NATSSettings {
      var connection = try NATSSettings(servers: servers, name: node)
      connection.authorities = authorities
      if let nkey {
        connection.seed = { () throws(ClusterStoreError) -> String in
          do throws(SecretStore.Failure) { return try SecretStore.standard.secret(nkey) } catch {
            throw .badSetting(name: "nkey", reason: error.sentence)
          }
        }
      }
      return connection
    }
  }
#endif
