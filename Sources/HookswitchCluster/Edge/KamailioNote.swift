/// A deed or a finding of the edge about one Kamailio, for its log.
package enum KamailioNote: Equatable, Sendable {
  /// Kamailio does not answer; the edge tries again.
  case unreachable(reason: String)
  /// Kamailio's tables are filled, with so many keys that have a value.
  case filled(keys: Int)
  /// Kamailio has lost its tables, as it does when it restarts.
  case emptied
  /// So many keys were written after a change of the map.
  case updated(keys: Int)
  /// Kamailio refuses a request: its configuration is not the shipped one.
  case refused(method: String, reason: String)
  /// A node that is gone has answered no OPTIONS for the limit.
  case silent(place: String)
  /// Kamailio ended the calls of a dead node.
  case ended(place: String, answered: Int, ringing: Int)
}

/// The times of the edge, in milliseconds.
package struct KamailioTimes: Equatable, Sendable {
  /// The time after which a request without an answer is sent again.
  package var answer: Int64 = 1_000
  /// The time between two looks for the mark.
  package var look: Int64 = 500
  /// The time between two looks at the answers to OPTIONS; Kamailio takes one change of its dispatcher a second.
  package var ping: Int64 = 1_500
  /// The time without an answer to OPTIONS after which a node that is gone is dead for callers.
  package var silence: Int64 = 30_000
  /// The time in which a restarted node has no calls yet, so that those at its address are its predecessor's (K10).
  package var restart: Int64 = 2_500
  /// The shortest and the longest time between two attempts to reach Kamailio.
  package var retries: ClosedRange<Int64> = 100...2_000

  package init() {}
}
