package import CallStore
package import HostSurface
internal import StrictJSON

/// The lines to which a right extends.
package enum LineScope: Hashable, Sendable {
  /// All lines, and everything that belongs to no line.
  case all
  /// These lines only.
  case only(Set<String>)

  /// Returns true when the scope has a line.
  ///
  /// - Parameter line: the line's name.
  package func contains(_ line: String) -> Bool {
    switch self {
    case .all: true
    case .only(let lines): lines.contains(line)
    }
  }

  fileprivate func union(_ other: LineScope?) -> LineScope {
    switch (self, other) {
    case (_, nil): self
    case (.only(let own), .only(let others)?): .only(own.union(others))
    case (.all, _), (_, .all?): .all
    }
  }
}

/// The rights of a peer, worked out once for its connection.
package struct PeerRights: Hashable, Sendable {
  /// True when the peer may say that a person makes its requests (A6).
  package private(set) var mayBeUser = false
  /// The rights with all their methods.
  private var scopes: [Right: LineScope] = [:]
  /// The methods that are granted one by one.
  private var methods: [MethodName: LineScope] = [:]
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
    case .web, .cluster: break
    }
    if !users.isDisjoint(with: peer.names) { mayBeUser = true }
    for grant in grants where peer.names.contains(grant.peer) && (grant.asked == nil || grant.granted != nil) { take(grant, at: peer.door) }
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

  /// The rights that extend to all their methods and to all lines.
  package var rights: Set<Right> { Set(scopes.filter { $0.value == .all }.keys) }

  /// Returns the lines on which the peer may call a method; nil when it may not call it at all.
  ///
  /// A scope of some lines has no method that names neither a line nor a call.
  ///
  /// - Parameter method: the method.
  package func scope(of method: MethodName) -> LineScope? {
    if method == .hostHello { return .all }
    let scopes = [scopes[method.declaration.right], methods[method]].compactMap { $0 }
    guard let scope = scopes.reduce(nil as LineScope?, { $1.union($0) }) else { return nil }
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

  private func refusal(of method: MethodName, on line: String?) -> MethodError {
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
      switch scopes[topic.right] ?? (topic.right == .observe ? methods[.eventsSubscribe] : nil) {
      case .all?: false
      case .only?: !topic.concernsLine
      case nil: true
      }
    }
  }

  /// The methods that the peer may call, on some line at least, in the order of the table.
  package var permitted: [MethodName] { MethodName.allCases.filter { scope(of: $0) != nil } }
}

extension MethodName {
  /// True for a method whose parameters name a line or a call, and for subscriptions, which may be limited to lines.
  fileprivate var concernsLine: Bool {
    [.eventsSubscribe, .eventsUnsubscribe].contains(self)
      || declaration.ownParameters.contains { $0.name == "line" || $0.shape.type == .callRef }
  }
}

extension Topic {
  /// True for a topic whose values and records belong to lines.
  fileprivate var concernsLine: Bool { self == .line || self == .audio || self == .call }
}
