internal import HostSurface
package import StrictJSON

/// A session's subscription to levels, a page of calls, or records of the flight recorder at another node.
///
/// A pure value. It keeps a bounded number of unread notifications and tells how many records it leaves out.
package struct ForeignFeed: Sendable {
  /// The content of the subscription.
  package enum Kind: Hashable, Sendable {
    case levels
    case page
    /// The records of the flight recorder, under the session's number of the subscription.
    case trace(Int)
  }

  /// The largest number of notifications with records that wait for the session.
  package static let limit = 64

  let kind: Kind
  private var waiting: [JSONValue] = []
  /// The number of records that the session does not get although the flight recorder has them: the session does not read, or a record
  /// is too long for a message.
  private var leftOut = 0
  /// The number of records that the other node's flight recorder counts as gone.
  private var gone = 0
  /// The same number of the flight recorders before it.
  private var goneBefore = 0
  /// The number of the page that the session has.
  private var revision = 1
  /// True once nothing more comes.
  private(set) var isOver = false

  /// Creates a subscription without news.
  package init(_ kind: Kind) { self.kind = kind }

  /// True while news wait.
  var hasNews: Bool { !waiting.isEmpty }

  /// Takes the answer to the subscription.
  package mutating func begin(_ answer: JSONValue) { gone = answer["dropped"]?.integer ?? 0 }

  /// Takes the members of a notification.
  package mutating func take(_ members: JSONValue) {
    guard !isOver else { return }
    let lost = members["lost"]?.integer ?? 0
    leftOut += lost
    gone = max(gone, (members["dropped"]?.integer ?? 0) - lost)
    switch kind {
    case .levels: waiting = [members]
    // A slow connection gets the newest page only, as at its own host.
    case .page: waiting = [waiting.first.map { Self.merged($0, members) } ?? members]
    case .trace:
      guard waiting.count < Self.limit else {
        leftOut += members["records"]?.array?.count ?? 0
        return
      }
      waiting.append(members)
    }
  }

  /// Takes a new answer to the subscription, after a loss or at another node.
  package mutating func takeAgain(_ answer: JSONValue) {
    // A whole page is a change of every page before it.
    if kind == .page, !isOver { waiting = [answer] }
    let now = answer["dropped"]?.integer ?? 0
    // Another flight recorder counts from its own beginning.
    if now < gone { goneBefore += gone }
    gone = now
  }

  /// Ends the subscription with the reason as its last notification.
  ///
  /// - Parameter call: the call of levels.
  package mutating func end(because reason: String, call: String?) {
    guard !isOver else { return }
    isOver = true
    let ended = JSONValue.Member(name: "ended", value: .string(reason))
    let members: JSONValue =
      switch kind {
      case .levels: .object(of: ["levels": .array(call.map { [.object(of: ["call": .string($0)])] } ?? [])])
      case .page: Self.emptyPage
      case .trace: .object(of: ["records": .array([])])
      }
    guard case .object(let known) = members else { return }
    let last = JSONValue.object(known + [ended])
    if case .trace = kind { waiting.append(last) } else { waiting = [last] }
  }

  /// Takes the members of the next notification for the session.
  package mutating func takeNext() -> JSONValue? {
    guard !waiting.isEmpty, case .object(let members) = waiting.removeFirst() else { return nil }
    switch kind {
    case .levels: return .object(members)
    case .page:
      revision += 1
      let own: [JSONValue.Member] = [
        .init(name: "from", value: .integer(revision - 1)), .init(name: "revision", value: .integer(revision)),
      ]
      return .object(own + members.filter { $0.name != "from" && $0.name != "revision" })
    case .trace(let number):
      let own: [JSONValue.Member] = [.init(name: "subscription", value: .integer(number))]
      let rest = members.filter { !["subscription", "dropped", "lost"].contains($0.name) }
      return .object(own + rest + [.init(name: "dropped", value: .integer(goneBefore + gone + leftOut))])
    }
  }

  /// Returns the change from the page before both changes to the one after them.
  private static func merged(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
    guard case .object(let members) = second else { return first }
    let order = second["order"] ?? first["order"]
    let newer = second["calls"]?.array ?? []
    let known = Set(newer.compactMap { $0["call"]?.string })
    let wanted = second["order"]?.strings.map { Set($0) }
    let older = (first["calls"]?.array ?? []).filter { call in
      guard let id = call["call"]?.string, !known.contains(id) else { return false }
      return wanted?.contains(id) ?? true
    }
    let replaced = members.filter { !["order", "calls", "ringing"].contains($0.name) }
    var own: [JSONValue.Member] = [.init(name: "calls", value: .array(older + newer))]
    if let order { own.append(.init(name: "order", value: order)) }
    if let ringing = second["ringing"] ?? first["ringing"] { own.append(.init(name: "ringing", value: ringing)) }
    return .object(replaced + own)
  }

  private static let emptyPage = JSONValue.object(of: [
    "page": 0, "pages": 0, "matching": 0, "totals": CallTotals().json, "order": .array([]), "calls": .array([]), "ringing": .array([]),
  ])
}
