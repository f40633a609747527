package import ClusterControl

/// The settings of a node of a cluster.
package struct MemberSettings: Sendable {
  /// The names of the cluster's streams and subjects.
  package let names: ClusterNames
  /// The node's name.
  package let node: NodeName
  /// The connection to the engine.
  package let engine: NATSSettings
  /// The connection for connected calls, records and requests; nil for that of the engine (`traffic-servers`).
  package var traffic: NATSSettings?
  /// The times and limits.
  package var times = ClusterSettings()
  /// The description for the other nodes.
  package var profile = NodeProfile()
  /// The earlier lives of this node on this machine, whose processes have ended: this process holds the node's lock (K10).
  package var predecessors: Set<Incarnation> = []

  /// Creates settings with the usual times.
  package init(names: ClusterNames, node: NodeName, engine: NATSSettings) {
    (self.names, self.node, self.engine) = (names, node, engine)
  }

}

extension NATSSettings {
  /// The number of servers that keep each stream: three where there are three.
  var replicas: Int { servers.count >= 3 ? 3 : 1 }
}

/// The part of the program around a node: it is called on the node's lane, without a lock.
package struct MemberSurroundings: Sendable {
  /// Takes the lines whose standing may have changed; nil for all (K7, K8).
  package var standingsChanged: @Sendable ([String]?) -> Void = { _ in }
  /// Ends the program: a drain is over, and should end it; false when its time ran out before its calls.
  package var drainEnded: @Sendable (_ isIdle: Bool) -> Void = { _ in }
  /// Takes a line for the log.
  package var note: @Sendable (_ isWarning: Bool, _ text: String) -> Void = { _, _ in }
  /// Takes the change of the state, for those who show it.
  package var changed: @Sendable () -> Void = {}
  /// Takes the time of a renewal of the lease, in seconds.
  package var renewed: @Sendable (Double) -> Void = { _ in }
  /// Takes each event of the node's shell, for what the node sends and takes besides the map.
  package var news: @Sendable (ClusterShellEvent) -> Void = { _ in }
  /// Returns the lines and calls of the host, for the node's record.
  package var load: @Sendable () -> (lines: Int, calls: Int) = { (0, 0) }

  /// Creates surroundings that take nothing.
  package init() {}
}

/// The state of a node's connection and of its work, in figures that the rules do not need.
package struct MemberStanding: Hashable, Sendable {
  /// True while a server is connected.
  package var isConnected = false
  /// The reason of the last loss of the connection; nil while there is one.
  package var reason: String? = "not connected yet"
  /// The instant of the last change of the connection, by the node's own clock.
  package var since = ClusterTime(milliseconds: 0)
  /// The number of slots claimed from nodes that were gone.
  package var takeovers = 0
  /// The time of the last renewal, in milliseconds.
  package var renewal: Int64?
  /// The last problem with the engine's data; nil after a good renewal.
  package var problem: String?
  /// The connection for traffic; nil where it is the same.
  package var traffic: TrafficStanding?

  /// Creates the standing of a node that was not opened.
  package init() {}
}

/// The state of the second connection of a node.
package struct TrafficStanding: Hashable, Sendable {
  /// True while a server is connected.
  package var isConnected = false
  /// The reason of the last loss, or the last problem; nil while all is well.
  package var reason: String? = "not connected yet"
  /// The instant of the last change, by the node's own clock.
  package var since = ClusterTime(milliseconds: 0)
}
