package import CallControl
internal import FoundationEssentials
package import HostSurface
package import StrictJSON

/// The requests of all clients: their numbers, and what became of them.
///
/// A pure value. Accepted and performed are two results (X4). A request that has ended can be asked for during 10 minutes; of more than
/// `limit` ended ones the oldest are forgotten earlier. Numbers are never used again.
package struct RequestTable: Sendable {
  /// A request, from its judgement to its end.
  package struct Entry: Sendable {
    /// The request's number at this host, from 1.
    package let number: Int
    /// The origin that counts for the rules.
    package let origin: RequestOrigin
    /// The line that judges the request, once it is known.
    package internal(set) var line: LineID?
    /// The kind and the call of each action.
    let actions: [(kind: String, call: CallID?)]
    /// The results of the actions, by their index.
    var results: [Int: CallError?] = [:]
    /// The error of a refused or failed request.
    package internal(set) var error: CallError?
    /// The state; nil before the judgement.
    package internal(set) var state: RequestState?
    /// The time of the end.
    var ended: Instant?

    /// True once the request is refused, performed or failed.
    package var isOver: Bool { ended != nil }

    /// The request as a `Request` of the host surface.
    ///
    /// - Parameter isReplayed: true in the repeated reply to a key.
    package func json(isReplayed: Bool = false) -> JSONValue {
      .object(of: [
        "request": .integer(number), "state": .string((state ?? .accepted).rawValue), "line": line.map { .string($0.rawValue) },
        "call": actions.first?.call.map { .string($0.uuidString) }, "origin": .string(origin.rawValue),
        "actions": .array(
          actions.enumerated().map { index, action in
            .object(of: [
              "action": .integer(index), "kind": .string(action.kind), "call": action.call.map { .string($0.uuidString) },
              "error": (results[index] ?? nil)?.json,
            ])
          }), "error": error?.json, "replayed": isReplayed ? .bool(true) : nil,
      ])
    }
  }

  /// A step in the life of a request.
  package enum Step: Sendable {
    case accepted
    case refused(CallError)
    case result(action: Int, CallError?)
    case performed
    case failed(CallError)
  }

  /// The time for which an ended request is remembered.
  package static let span = Duration.seconds(600)
  /// The largest number of ended requests.
  package static let limit = 65_536

  private var entries: [Int: Entry] = [:]
  /// The ended requests, the oldest end first; `head` is the place of the oldest.
  private var ended: [Int] = []
  private var head = 0
  private var count = 0

  /// Creates an empty table.
  package init() {}

  /// Adds a request, and returns its number.
  ///
  /// - Parameters:
  ///   - origin: the origin that counts for the rules.
  ///   - actions: the kind and call of each action; for a request without actions its own name and call.
  package mutating func begin(_ origin: RequestOrigin, actions: [(kind: String, call: CallID?)]) -> Int {
    count += 1
    entries[count] = Entry(number: count, origin: origin, actions: actions)
    return count
  }

  /// Names the line that judges a request.
  package mutating func place(_ number: Int, on line: LineID) { entries[number]?.line = line }

  /// Takes a step of a request, and returns the request after it; nil for a step that changes nothing, such as one after the end.
  package mutating func take(_ step: Step, of number: Int, at now: Instant) -> Entry? {
    forget(at: now)
    guard var entry = entries[number], !entry.isOver else { return nil }
    switch step {
    case .accepted: entry.state = .accepted
    case .result(let action, let error): entry.results.updateValue(error, forKey: action)
    case .performed: entry.state = .performed
    case .refused(let error), .failed(let error):
      entry.state = .failed
      entry.error = error
    }
    if let state = entry.state, state != .accepted {
      entry.ended = now
      ended.append(number)
    }
    entries[number] = entry
    if ended.count - head > Self.limit { dropOldest() }
    return entry
  }

  /// Returns a request that is under way, or ended less than 10 minutes ago.
  ///
  /// - Throws: `notFound`.
  package mutating func entry(_ number: Int, at now: Instant) throws(MethodError) -> Entry {
    forget(at: now)
    guard let entry = entries[number] else {
      throw MethodError(
        .notFound, "there is no request \(number), or it ended more than 10 minutes ago",
        ["what": .string("request"), "name": .string("\(number)")])
    }
    return entry
  }

  private mutating func forget(at now: Instant) {
    while head < ended.count, let end = entries[ended[head]]?.ended, end.duration(to: now) >= Self.span { dropOldest() }
  }

  private mutating func dropOldest() {
    entries[ended[head]] = nil
    head += 1
    if head >= 1_024, head * 2 > ended.count {
      ended.removeFirst(head)
      head = 0
    }
  }
}
