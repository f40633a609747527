internal import ClusterControl

/// The addresses to which Kamailio sends OPTIONS, and the begin of each one's silence.
struct PingStates: Sendable {
  /// The list as Kamailio has it; nil before the first answer.
  private var listed: [String: Bool]?
  private var silences: [String: ClusterTime] = [:]
  private(set) var nextList = ClusterTime(milliseconds: 0)
  /// True when the list is known and unchanged since.
  private var isFresh = false

  /// Returns the next request; nil when none is due.
  ///
  /// Kamailio takes one change a second, so each change waits for a new list.
  mutating func request(at now: ClusterTime, wanted: [String], isOpen: Bool) -> KamailioRequest? {
    guard !isOpen else { return nil }
    if isFresh, let listed {
      isFresh = false
      if let missing = wanted.first(where: { listed[$0] == nil }) { return .addPinged(missing) }
      let known = Set(wanted)
      if let extra = listed.keys.sorted().first(where: { !known.contains($0) }) { return .removePinged(extra) }
    }
    return nextList <= now ? .pinged : nil
  }

  mutating func take(_ list: [String: Bool], at now: ClusterTime, every interval: Int64) {
    listed = list
    isFresh = true
    nextList = now + interval
    for (uri, answers) in list {
      if answers { silences[uri] = nil } else if silences[uri] == nil { silences[uri] = now }
    }
    silences = silences.filter { list[$0.key] != nil }
  }

  mutating func changed(at now: ClusterTime, every interval: Int64) { nextList = now + interval }

  /// True when an address has been silent for so long.
  func isSilent(_ uri: String, for limit: Int64, at now: ClusterTime) -> Bool {
    guard let begin = silences[uri] else { return false }
    return now - begin >= limit
  }
}
