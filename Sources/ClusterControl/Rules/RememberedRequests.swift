/// The requests of the last minute with their answers, so that the same request again gets the same answer (K12).
package struct RememberedRequests<Answer: Hashable & Sendable>: Hashable, Sendable {
  /// The result of a request's arrival.
  package enum Arrival: Hashable, Sendable {
    /// The request is new, and is now under way.
    case new
    /// The same request is under way; its answer will do for both.
    case underWay
    /// The same request was answered.
    case answered(Answer)
    /// The memory is full of requests of the last minute: refuse this one, because it could not be told from its repetition.
    case full
  }

  private struct Entry: Hashable, Sendable {
    var answer: Answer?
    var since: ClusterTime
  }

  /// The largest number of requests.
  package let limit: Int
  /// The time for which an answer is remembered, in milliseconds.
  package let span: Int64
  private var entries: [String: Entry] = [:]
  /// The ids in the order of their arrival, from `first` on.
  private var order: [String] = []
  private var first = 0

  /// Creates an empty memory.
  package init(limit: Int = 65_536, span: Int64 = 60_000) {
    self.limit = limit
    self.span = span
  }

  /// The number of requests.
  package var count: Int { entries.count }

  /// Notes that a request arrives.
  package mutating func arrive(_ id: String, at now: ClusterTime) -> Arrival {
    forget(before: now)
    if let entry = entries[id] {
      guard let answer = entry.answer else { return .underWay }
      return .answered(answer)
    }
    guard entries.count < limit else { return .full }
    entries[id] = Entry(answer: nil, since: now)
    order.append(id)
    return .new
  }

  /// Notes the answer of a request under way.
  package mutating func answer(_ id: String, _ answer: Answer) {
    if entries[id]?.answer == nil { entries[id]?.answer = answer }
  }

  /// Takes a request out that was not performed, so that its repetition may be.
  package mutating func withdraw(_ id: String) { entries[id] = nil }

  private mutating func forget(before now: ClusterTime) {
    while first < order.count {
      // A request that was taken out may have come again, and then stands in the order twice.
      if let entry = entries[order[first]], now - entry.since < span { break }
      entries[order[first]] = nil
      first += 1
    }
    // Removal from the front in portions, so that each request costs the same.
    if first > 1_024 && first * 2 > order.count {
      order.removeFirst(first)
      first = 0
    }
  }
}
