internal import HookMetrics
internal import HostSurface
internal import StrictJSON

// The methods about the cluster, and its part of the metrics.
extension HostService {
  /// Answers a method of the chapter Cluster.
  func cluster(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
    guard let cluster = settings.cluster else {
      throw MethodError(
        .unavailable, "this host stands alone: give its configuration the member cluster, and start it again", ["why": "noCluster"])
    }
    return try await cluster.answer(parameters)
  }

  /// The families of a node of a cluster; none for a host that stands alone.
  var clusterFamilies: [MetricFamily] {
    guard let figures = settings.cluster?.figures else { return [] }
    let values: [(MetricName, Double)] = [
      (.clusterReady, figures.reason == nil ? 1 : 0), (.clusterLease, figures.lease), (.clusterSlots, Double(figures.slots)),
      (.clusterLentLines, Double(figures.lentLines)), (.clusterStrays, Double(figures.strays)),
      (.clusterTakeovers, Double(figures.takeovers)), (.clusterUnshipped, Double(figures.unshippedRecords)),
    ]
    return values.map { MetricFamily($0.0, [.init([], $0.1)]) } + [MetricFamily(.clusterRenewal, [.init([], figures.renewals)])]
  }
}
