internal import CallControl
internal import CallStore
internal import HookswitchCore
internal import HostConfiguration
internal import HostDoors
internal import HostService
internal import HostSurface

/// The functions of a daemon that its cluster calls; any thread.
struct ClusterCallers: Sendable {
  /// The host, whose lines may change their standing.
  let host: CallHost
  /// The service, which requests of other nodes come to.
  let service: HostService
  /// The daemon's way to add providers of single lines.
  let providers: LineProviders
  /// Ends the daemon: a drain is over.
  let drainEnded: @Sendable (_ isIdle: Bool) -> Void
  /// Takes a line for the log.
  let log: @Sendable (_ level: LogLevel, _ text: String) -> Void
  /// Takes the change of the state.
  let changed: @Sendable () -> Void
}

/// The functions of a daemon for providers of single lines, which a node has up while it owns the line.
struct LineProviders: Sendable {
  /// Loads and adds providers; one that cannot be added has a problem of its own.
  let add: @Sendable ([RunConfig.Account]) -> Void
  /// Gives a provider new settings.
  let configure: @Sendable (RunConfig.Account) async -> Void
  /// Takes the word that a provider was removed.
  let forget: @Sendable (String) -> Void
}

/// The parts of a configuration that concern single lines.
struct LineParts: Sendable {
  /// The providers of single lines.
  let accounts: [RunConfig.Account]
  /// The policy of all lines, and those of single ones.
  let policy: LinePolicy
  let policies: [LineID: LinePolicy]

  /// Returns the policy of a line in the configuration.
  func policy(of line: LineID) -> LinePolicy { policies[line] ?? policy }
}

/// A daemon's place in a cluster, as the daemon knows it: a build without the cluster has none.
protocol ClusterPart: ClusterDesk {
  /// The source of the lines' standings for the host.
  var standings: any LineStandingSource { get }
  /// The state in a few words, for systemd.
  var status: String { get }

  /// Lets the service that is made next send requests to other nodes, and the records of the memory go to the cluster.
  func equip(_ settings: inout ServiceSettings, host: CallHost, store: CallStore)
  /// The reason why traffic with other nodes waits, as one sentence without a full stop; nil while all is well.
  var trafficProblem: String? { get }
  /// Takes the parts of the configuration that concern single lines, before `open` and after each reload.
  func setLines(_ parts: LineParts)
  /// Connects and joins, once the host is up.
  func open(_ callers: ClusterCallers)
  /// Sends a ping through the lane, which never waits for the engine: `answer` is called on it.
  func ping(_ answer: @escaping @Sendable () -> Void)
  /// Leaves in order: no call is added from the first moment, and others take the slots.
  func leave() async
  /// Ends the connection.
  func close()
}

extension DaemonCluster {
  /// Makes the daemon's place in the cluster, which it joins later.
  ///
  /// - Parameters:
  ///   - folder: the folder of the memory, which has the node's lock (K10).
  ///   - version: the program's version, for the other nodes.
  func makePart(in folder: String, version: String) throws(CommandError) -> (any ClusterPart)? {
    #if HOOKSWITCH_CLUSTER
      return try ClusterOffice(self, in: folder, version: version)
    #else
      return nil
    #endif
  }

  /// Takes the lock of a node's process, or says who has it.
  static func lock(in folder: String, verb: String) throws(CommandError) -> HostLock {
    do throws(DoorError) {
      return try HostLock(file: folder + "/node.lock")
    } catch {
      guard case .alreadyRunning(let lock, let pid) = error else { throw .failed("\(verb): \(error)") }
      throw CommandError(
        sentence: "\(verb): the node runs\(pid.map { " as process \($0)" } ?? ""): that process holds \(lock)", exitCode: .nothingDone)
    }
  }
}
