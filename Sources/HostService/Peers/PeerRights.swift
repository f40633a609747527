package import CallStore
package import HostSurface
internal import StrictJSON

/// The lines to which a right extends.
package enum LineScope: Hashable, Sendable {
  /// All lines, and everything that belongs to no line.
  case all
  /// These lines only.
  case only(Set<String>)
  /// The lines that have one of these names, or one that begins as a name with a `*` at its end.
  case matching([String])

  /// Returns true when the scope has a line.
  ///
  /// - Parameter line: the line's name.
  package func contains(_ line: String) -> Bool {
    switch self {
    case .all: true
    case .only(let lines): lines.contains(line)
    case .matching(let patterns): patterns.contains { Self.matches(line, $0) }
    }
  }

  /// Returns true when a line has a name, or begins as the name says that has a `*` at its end.
  static func matches(_ line: String, _ pattern: String) -> Bool {
    pattern.last == "*" ? line.hasPrefix(pattern.dropLast()) : line == pattern
  }

  /// The names or patterns of the lines, sorted; nil for all lines.
  var listed: [String]? {
    switch self {
    case .all: nil
    case .only(let lines): lines.sorted()
    case .matching(let patterns): patterns.sorted()
    }
  }

  /// Returns the lines that this scope and a session's have in common.
  fileprivate func limited(to session: LineScope) -> LineScope {
    switch self {
    case .all: session
    case .only(let lines): .only(lines.filter { session.contains($0) })
    // Only a session has patterns, and a connection has one session.
    case .matching: self
    }
  }

  fileprivate func union(_ other: LineScope?) -> LineScope {
    switch (self, other) {
    case (_, nil): self
    case (.only(let own), .only(let others)?): .only(own.union(others))
    case (.all, _), (_, .all?): .all
    case (.matching(let own), let others?): .matching(own + (others.listed ?? []))
    case (let own, .matching(let others)?): .matching(others + (own.listed ?? []))
    }
  }
}

/// The rights of a peer, worked out once for its connection.
package struct PeerRights: Hashable, Sendable {
  /// True when the peer may say that a person makes its requests (A6).
  package private(set) var mayBeUser = false
  /// False for an actor of another node that may not see numbers and names.
  private var seesNumbers = true
  /// The rights with all their methods.
  private var scopes: [Right: LineScope] = [:]
  /// The methods that are granted one by one.
  private var methods: [MethodName: LineScope] = [:]
  /// The session that limits the connection; nil for none.
  package private(set) var session: SessionGrant?
  private let name: String

  /// Works out the rights of a peer.
  ///
  /// - Parameters:
  ///   - peer: the peer.
  ///   - owner: the user of the host's process.
  ///   - isSystem: true for the host of the machine, which belongs to no person.
  ///   - users: the peers of the configuration that may say that a person makes their requests.
  ///   - grants: the grants in force, such as those of `CallStore.grants()`; a question without an answer (`granted` is nil) has no rights.
  package init(of peer: Peer, owner: UInt32, isSystem: Bool, grants: [AccessGrant] = [], users: Set<String> = []) {
    name = peer.names.first ?? peer.door.rawValue
    switch peer.door {
    case .text:
      give(Right.allCases)
      mayBeUser = true
    case .socket, .sessionBus, .systemBus:
      if peer.sandbox == nil, let uid = peer.uid {
        if uid == 0 || (uid == owner && !isSystem) {
          // A program that carries or screens calls needs a person's consent to its name, which registering asks for.
          give(Right.allCases)
          mayBeUser = true
        } else if isSystem, peer.isInGroup, peer.door != .sessionBus {
          give([.observe, .control])
        }
      }
    case .web, .cluster:
      // The node that forwards a request has judged it, and says which rights it needs.
      if peer.door == .cluster, let actor = peer.actor {
        for right in actor.rights { scopes[right] = actor.lines.map { .matching($0) } ?? .all }
        mayBeUser = actor.mayBeUser
        seesNumbers = actor.seesNumbers
      }
    }
    // The grants of this host are for its own peers, and not for an actor of the same name at another node.
    let names = peer.actor == nil ? peer.names : []
    if !users.isDisjoint(with: names) { mayBeUser = true }
    for grant in grants where names.contains(grant.peer) && (grant.asked == nil || grant.granted != nil) { take(grant, at: peer.door) }
  }

  private mutating func give(_ rights: [Right]) {
    for right in rights { scopes[right] = .all }
  }

  private mutating func take(_ grant: AccessGrant, at door: Peer.Door) {
    let scope = grant.lines.map { LineScope.only($0) } ?? .all
    for text in grant.rights {
      guard let granted = GrantedRight(parsing: text), !(door == .cluster && granted.right == .configure) else { continue }
      if let method = granted.method {
        methods[method] = scope.union(methods[method])
      } else {
        scopes[granted.right] = scope.union(scopes[granted.right])
      }
    }
  }

  /// Returns the same rights, as far as a session has them too; nil takes no session.
  package func limited(to session: SessionGrant?) -> PeerRights {
    var copy = self
    copy.session = session
    return copy
  }

  /// The rights that extend to all their methods and to all lines; few sessions have any.
  package var rights: Set<Right> {
    let own = Set(scopes.filter { $0.value == .all }.keys)
    guard session != nil else { return own }
    return own.filter { right in
      MethodName.allCases.allSatisfy { $0.declaration.right != right || scope(of: $0) == .all }
    }
  }

  /// True for a session that may not see numbers and names.
  package var masksNumbers: Bool { session.map { !$0.has(.numbers) } ?? !seesNumbers }

  /// True for a peer that may not read traces, and so not learn who traces the messages of a provider.
  package var masksTraces: Bool {
    // Most programs have every right, and every answer asks.
    if session == nil, scopes[MethodName.traceRead.declaration.right] == .all { return false }
    return scope(of: .traceRead) == nil
  }

  /// Returns the lines on which the peer may call a method; nil when it may not call it at all.
  ///
  /// A scope of some lines has no method that names neither a line nor a call.
  ///
  /// - Parameter method: the method.
  package func scope(of method: MethodName) -> LineScope? {
    let whole = ownScope(of: method)
    guard let own = whole, let session else { return whole }
    guard let limit = session.scope(of: method) else { return nil }
    let scope = own.limited(to: limit)
    return scope == .all || method.concernsLine || method.answersWithLine || method == .historyList ? scope : nil
  }

  private func ownScope(of method: MethodName) -> LineScope? {
    if method == .hostHello { return .all }
    let general = scopes[method.declaration.right]
    guard let scope = methods[method]?.union(general) ?? general else { return nil }
    return scope == .all || method.concernsLine ? scope : nil
  }

  /// Checks that the peer may call a method; call it before the parameters are read.
  ///
  /// - Parameter method: the method.
  /// - Throws: `notPermitted` with the right that the peer lacks, and the command that grants it.
  package func check(_ method: MethodName) throws(MethodError) {
    guard scope(of: method) == nil else { return }
    throw refusal(of: method, on: nil)
  }

  /// Checks that the peer may call a method on a line; call it once the line is known.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - line: the line of the method's parameters, or of its call.
  /// - Throws: `notPermitted` as `check(_:)`, with the line.
  package func check(_ method: MethodName, on line: String) throws(MethodError) {
    guard scope(of: method)?.contains(line) != true else { return }
    throw refusal(of: method, on: line)
  }

  /// Checks that the line of an answer is one on which the peer may call the method.
  ///
  /// - Throws: `notPermitted`, as for a line that the parameters name.
  func checkAnswer(_ result: JSONValue, of method: MethodName) throws(MethodError) {
    guard let line = result["line"]?.string else { throw refusal(of: method, on: nil) }
    try check(method, on: line)
  }

  /// Returns true when the peer may subscribe to a line, or to the lines of one of its session's patterns.
  func admitsSubscription(to line: String) -> Bool {
    guard let scope = scope(of: .eventsSubscribe) else { return false }
    if case .matching(let patterns) = scope, patterns.contains(line) { return true }
    return scope.contains(line)
  }

  private func refusal(of method: MethodName, on line: String?) -> MethodError {
    if let session, let own = ownScope(of: method), line.map({ own.contains($0) }) ?? true { return session.refusal(of: method, on: line) }
    let right = method.declaration.right.rawValue
    let place = line.map { " on the line \"\($0)\"" } ?? ""
    let names = line.map { ", \"names\": [\"line:\($0)\"]" } ?? ""
    return MethodError(
      .notPermitted, "\(method.rawValue) needs the right \(right)\(place), which \(name) lacks",
      [
        "right": .string(right), "line": line.map { .string($0) },
        "how": .string("the host's owner calls access.grant with {\"peer\": \"\(name)\", \"rights\": [\"\(right)\"]\(names)}"),
      ])
  }

  /// Returns the topics that the peer may not subscribe to.
  ///
  /// A peer whose rights are limited to lines gets the topics about lines only; the door must also limit its subscription to those lines.
  ///
  /// - Parameter topics: the topics that it asks for.
  package func forbidden(_ topics: Set<Topic>) -> Set<Topic> {
    topics.filter { topic in
      if let session, !session.has(topic.sessionRight) || (session.patterns != nil && !topic.concernsLine) { return true }
      switch scopes[topic.right] ?? (topic.right == .observe ? methods[.eventsSubscribe] : nil) {
      case .all?: return false
      case .only?, .matching?: return !topic.concernsLine
      case nil: return true
      }
    }
  }

  /// The methods that the peer may call, on some line at least, in the order of the table.
  package var permitted: [MethodName] { MethodName.allCases.filter { scope(of: $0) != nil } }
}

extension MethodName {
  /// True for a method whose parameters name a line or a call, and for subscriptions, which may be limited to lines.
  fileprivate var concernsLine: Bool {
    [.eventsSubscribe, .eventsUnsubscribe, .callsSubscribe, .callsUnsubscribe].contains(self)
      || declaration.takesLine || !declaration.callParameters.isEmpty
  }
}

extension Topic {
  /// True for a topic whose values and records belong to lines.
  fileprivate var concernsLine: Bool { self == .line || self == .audio || self == .call }
}
