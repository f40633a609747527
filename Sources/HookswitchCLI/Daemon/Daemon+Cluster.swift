internal import HookswitchCore
internal import HostDoors
internal import HostService
internal import HostSurface

// The daemon as a node of a cluster.
extension Daemon {
  /// Joins the cluster of the configuration, once the host is up.
  func joinCluster() {
    cluster?.open(
      ClusterCallers(
        host: host, service: service, drainEnded: { [weak self] isIdle in self?.take(.clusterDrained(isIdle: isIdle)) },
        log: { [log] level, text in log.logLater(level, "cluster", text) },
        changed: { [weak self] in self?.tellClusterState() }))
  }

  private func tellClusterState() {
    notifier.status(status)
    service.setProblem("cluster", "cluster", cluster?.figures.reason)
  }
}
