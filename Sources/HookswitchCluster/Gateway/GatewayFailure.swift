internal import HostService
internal import HostSurface
internal import StrictJSON

/// The errors of requests that get no answer from the node of their line.
enum GatewayFailure {
  static let closed = MethodError(.unavailable, "the host stops: try again at another node", ["why": "stopping"])

  /// The word of `data.why` in the answer of a node that has too much to do.
  static let busyWord = "busy"

  /// The node has too much to do; nothing was done.
  static func busy(_ limit: Int, retryAfter seconds: Double) -> MethodError {
    MethodError(
      .tooMany, "\(limit) requests of other nodes are under way: try again in \(seconds) s",
      ["why": .string(busyWord), "limit": .integer(limit), "retryAfter": .number(JSONNumber(seconds))])
  }

  /// Returns the reason of the end of a subscription that no node answers.
  static func silent(_ subject: RequestSubject, _ limit: Duration) -> MethodError {
    MethodError(
      .unavailable, "the node of \(thing(subject)) gives no answer for \(limit.components.seconds) s: subscribe again",
      ["why": "noOwner"])
  }

  private static func thing(_ subject: RequestSubject) -> String { subject.line.map { "the line \"\($0)\"" } ?? "the call" }

  /// Returns the error of a request whose time is over.
  static func late(_ request: OutgoingRequest, node: String) -> MethodError {
    let thing = thing(request.routed.subject)
    let seconds = Int((request.routed.limit / .seconds(1)).rounded(.up))
    if request.wasSent {
      return MethodError(
        .unavailable,
        "the node of \(thing) gave no answer within \(seconds) s, and may have done it: read the state of the line before you try again",
        ["why": "noAnswer", "from": .string(node)])
    }
    return MethodError(
      .unavailable, "no node that could be reached had \(thing) within \(seconds) s, and nothing was done: try again",
      ["why": "noOwner", "from": .string(node)])
  }

  /// Returns the error of a request that the store refused to send.
  static func unsent(_ error: ClusterStoreError) -> MethodError {
    if case .tooLong(_, _, let limit) = error { return MethodError(.tooLarge, error.description, ["limit": .integer(limit)]) }
    return MethodError(.unavailable, error.description, ["why": "engine"])
  }

  /// The retry time of a busy node's answer; nil for any other error.
  static func retryTime(_ error: MethodError) -> Duration? {
    guard error.data["why"]?.string == busyWord, case .number(let seconds)? = error.data["retryAfter"] else { return nil }
    return .milliseconds(Int64(min(max(seconds.double, 0), 10) * 1_000))
  }

  /// The error's word where the answering node has not got the line or call.
  static func isElsewhere(_ error: MethodError) -> Bool { error.data["code"]?.string == "lineElsewhere" }

  /// True for an error by which a node says that it has no such thing, so that another one may have it.
  static func isUnknown(_ error: MethodError) -> Bool {
    isElsewhere(error) || ["unknownCallUUID", ErrorWord.notFound.rawValue].contains(error.data["code"]?.string ?? "")
  }
}
