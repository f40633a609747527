package import CallControl
package import HostSurface
package import StrictJSON

/// The keys by which clients repeat a request without doing it twice.
///
/// A pure value. Keys are remembered for each uid, 10 minutes long and at most 4,096; the oldest go first.
package struct KeyTable: Sendable {
  /// The answer of a method.
  package typealias Answer = Result<JSONValue, MethodError>

  /// The meaning of a key that arrives.
  package enum Finding: Equatable, Sendable {
    /// The key is new: perform the method, and tell `finish` its answer.
    case new
    /// The first request with the key is under way: wait for its answer.
    case underWay
    /// The answer of the first request.
    case answered(Answer)
    /// The key came with another method or other parameters before.
    case reused
  }

  /// The time for which a key is remembered.
  package static let span = Duration.seconds(600)
  /// The largest number of keys of one uid.
  package static let limit = 4_096

  private struct Entry: Sendable {
    let method: MethodName
    let parameters: JSONValue
    let since: Instant
    var answer: Answer?
  }

  private struct Keys: Sendable {
    var entries: [String: Entry] = [:]
    /// The keys, the oldest first.
    var order: [String] = []
  }

  private var keys: [UInt32: Keys] = [:]

  /// Creates an empty table.
  package init() {}

  /// Looks a key up, and remembers it when it is new.
  ///
  /// - Parameters:
  ///   - key: the client's key.
  ///   - uid: the peer's user.
  ///   - parameters: the method with its checked parameters.
  ///   - now: the time.
  package mutating func begin(_ key: String, of uid: UInt32, _ parameters: Parameters, at now: Instant) -> Finding {
    var known = keys[uid] ?? Keys()
    defer { keys[uid] = known }
    let old = known.order.prefix { name in known.entries[name].map { $0.since.duration(to: now) >= Self.span } ?? true }
    for name in old { known.entries[name] = nil }
    known.order.removeFirst(old.count)
    if let entry = known.entries[key] {
      guard entry.method == parameters.method, entry.parameters == parameters.json else { return .reused }
      return entry.answer.map { .answered($0) } ?? .underWay
    }
    if known.order.count == Self.limit { known.entries[known.order.removeFirst()] = nil }
    known.order.append(key)
    known.entries[key] = Entry(method: parameters.method, parameters: parameters.json, since: now)
    return .new
  }

  /// Remembers the answer of the first request with a key.
  package mutating func finish(_ key: String, of uid: UInt32, _ answer: Answer) {
    keys[uid]?.entries[key]?.answer = answer
  }
}
