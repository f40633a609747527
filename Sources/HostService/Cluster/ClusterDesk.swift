package import HookMetrics
package import HostSurface
package import StrictJSON

/// The cluster of a host, as its service answers for it: the service knows no engine.
package protocol ClusterDesk: Sendable {
  /// The figures for health and metrics, without any wait for the engine (K11).
  var figures: ClusterFigures { get }

  /// Answers a method of the chapter Cluster.
  func answer(_ parameters: Parameters) async throws(MethodError) -> JSONValue
}

/// The state of a node of a cluster in numbers.
package struct ClusterFigures: Sendable {
  /// The reason why the node takes no new calls, as one sentence without a full stop; nil while its lease is good and it does not drain.
  package var reason: String?
  /// The time until the lease ends, in seconds; 0 without a lease.
  package var lease = 0.0
  /// The number of slots that the node owns.
  package var slots = 0
  /// The number of lines of its slots that other nodes have borrowed.
  package var lentLines = 0
  /// The number of calls of nodes that are gone, as this node shows them.
  package var strays = 0
  /// The number of slots that the node claimed from nodes that were gone.
  package var takeovers = 0
  /// The number of records that wait for the engine.
  package var unshippedRecords = 0
  /// The times until the engine acknowledged a renewal of the lease, in seconds.
  package var renewals = Histogram(Histogram.command)

  /// Creates the figures of a node that has not joined.
  package init() {}
}
