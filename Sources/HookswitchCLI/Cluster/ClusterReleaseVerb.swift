internal import FoundationEssentials
internal import HostConfiguration
internal import HostSurface
internal import StrictJSON

#if HOOKSWITCH_CLUSTER
  internal import HookswitchCluster
#endif

/// `hookswitch cluster release`: declares a node dead, by a running daemon or, for this machine's own node, without one (K10).
enum ClusterReleaseVerb: Verb {
  static let syntax = VerbSyntax(
    name: "cluster release", summary: "Declare that the process of a node has ended for certain",
    discussion: """
      With NODE it asks the running daemon: others take the slots of that node at once, without the wait for its lease. Declare a node \
      dead only once its process has ended for certain: two nodes could act for one line otherwise.

      Without NODE it releases the node of the configuration, and needs no daemon: it takes the node's lock, so it refuses while the \
      node runs, and connects by itself. systemd runs it after each end of the service: ExecStopPost=-hookswitch cluster release --dead. \
      For a configuration without a cluster it does nothing.

      The method is cluster.release; docs/surface.md describes it.
      """,
    operands: [VerbOperand("NODE", .optional, "The node; without one that of the configuration.")],
    options: [
      VerbOption("--dead", "Its process has ended for certain."),
      VerbOption("--config", value: "FILE", "The configuration of the node (default the daemon's usual one)."),
      VerbOption("--state", value: "DIR", "The folder of its memory (default the configuration's)."),
      VerbOption("--system", "The node of the machine's daemon."),
    ] + ClientVerb.common,
    examples: [
      VerbExample("hookswitch cluster release --dead", "Release this machine's node after its process has ended."),
      VerbExample("hookswitch cluster release a3 --dead", "Release the node a3, whose machine is off."),
    ], exitCodes: ClientFailure.exitCodes)

  /// The longest time for a release without a daemon.
  static let limit = Duration.seconds(10)

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    if let node = arguments.operands.first {
      let client = try DaemonClient(arguments, verb: syntax.name)
      let result = try client.call(.clusterRelease, .object(of: ["node": .string(node), "dead": .bool(arguments.has("--dead"))]))
      if arguments.has("--json") { console.print(result.text) }
      return .success
    }
    guard arguments.has("--dead") else {
      throw .usage("\(syntax.name): name a NODE, or give --dead for the node of the configuration, whose process has ended")
    }
    let isSystem = arguments.has("--system")
    let paths = try DaemonPaths.usual(isSystem: isSystem, environment: ProcessInfo.processInfo.environment)
    var options = DaemonOptions(isSystem: isSystem, paths: paths)
    options.config = arguments.value("--config")
    let config: DaemonConfig
    do throws(CommandError) { config = try DaemonVerb.readConfig(options) } catch {
      throw CommandError(
        sentence: error.sentence.replacing("daemon: ", with: "\(syntax.name): ", maxReplacements: 1), exitCode: error.exitCode)
    }
    guard let cluster = config.cluster else {
      console.complain("\(syntax.name): the configuration has no cluster: there is nothing to release")
      return .success
    }
    let outcome = try await release(cluster, in: arguments.value("--state") ?? config.storePath ?? paths.state)
    if arguments.has("--json") {
      console.print(JSONValue.object(of: ["node": .string(cluster.node), "released": .bool(outcome == .released)]).text)
    } else {
      console.print("\(cluster.node) \(outcome.rawValue)")
    }
    return .success
  }

  /// The outcome of a release without a daemon.
  private enum Outcome: String {
    case released = "is dead: others take its slots"
    case before = "was released before"
    case another = "is not released: its record is of a process that did not run with this folder"
  }

  /// Releases a node without a daemon, under its lock.
  private static func release(_ cluster: DaemonCluster, in folder: String) async throws(CommandError) -> Outcome {
    #if HOOKSWITCH_CLUSTER
      let lock = try DaemonCluster.lock(in: folder, verb: syntax.name)
      let result: Result<DeadRelease.Outcome, ClusterStoreError>
      do throws(ClusterStoreError) {
        var settings = try cluster.memberSettings()
        settings.predecessors = NodeLives(in: folder).all
        result = .success(try await DeadRelease.run(settings, within: limit))
      } catch {
        result = .failure(error)
      }
      return try withExtendedLifetime(lock) { () throws(CommandError) in
        switch result {
        case .success(.released): return .released
        case .success(.nothingToDo): return .before
        case .success(.anotherProcess): return .another
        case .failure(let error): throw .failed("\(syntax.name): \(error)")
        }
      }
    #else
      throw .failed("\(syntax.name): this hookswitch was built without the cluster")
    #endif
  }
}
