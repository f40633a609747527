package import HostSurface
package import StrictJSON

/// The health of a host as a supervisor of processes sees it.
///
/// A pure value. `isLive` is false when a restart is the remedy, `isReady` when new calls belong to another host for now.
package struct HostHealth: Hashable, Sendable {
  /// True while the host works; a host that does not answer at all is dead.
  package let isLive: Bool
  /// True while the host takes new calls.
  package let isReady: Bool
  /// The reasons why it is not ready, each as one sentence without a full stop.
  package let reasons: [String]
  /// The host's problems, such as a web console that ended; they leave it live and ready.
  package let problems: [HostProblem]

  /// Works the health out.
  ///
  /// - Parameters:
  ///   - state: the host's state.
  ///   - providers: for each provider, true when it can place calls; a host without any takes those of programs that register.
  ///   - cluster: the reason why a node of a cluster takes no new calls; it says nothing about `isLive` (K11).
  ///   - problems: the problems that the host knows.
  package init(state: HostState, providers: [Bool], cluster: String? = nil, problems: [HostProblem] = []) {
    var reasons: [String] = []
    if state != .running { reasons.append("the host is \(state.rawValue)") }
    if !providers.isEmpty, !providers.contains(true) {
      reasons.append(providers.count == 1 ? "its provider is not ready" : "none of its \(providers.count) providers is ready")
    }
    if let cluster { reasons.append(cluster) }
    isLive = state != .stopping
    isReady = reasons.isEmpty
    (self.reasons, self.problems) = (reasons, problems)
  }

  /// The health as a `Health` of the host surface.
  package var json: JSONValue {
    .object(of: ["live": .bool(isLive), "ready": .bool(isReady), "reasons": .strings(reasons), "problems": .array(problems.map(\.json))])
  }
}
