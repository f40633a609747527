package import HostSurface
internal import StrictJSON

/// A program that speaks with the host.
package struct Peer: Hashable, Sendable {
  /// The way by which a peer comes.
  package enum Door: String, CaseIterable, Sendable {
    /// The words of `hookswitch run`, in the host's own process.
    case text
    case socket
    case sessionBus
    case systemBus
    /// A browser on this machine, with a token.
    case web
    /// A host of a cluster, with an account.
    case cluster
  }

  /// The door.
  package var door: Door
  /// The user of the peer's process; nil where the door knows none.
  package var uid: UInt32?
  /// True when the process is a member of the group `hookswitch`.
  package var isInGroup = false
  /// The id of a sandboxed program; nil for a program without a sandbox.
  package var sandbox: String?
  /// The name of the token or account; nil for a local program.
  package var account: String?

  /// Creates a peer.
  package init(_ door: Door, uid: UInt32? = nil) {
    self.door = door
    self.uid = uid
  }

  /// The names under which grants mention the peer, the narrowest first.
  package var names: [String] {
    switch door {
    case .web: account.map { ["token:" + $0] } ?? []
    case .cluster: account.map { ["nats:" + $0] } ?? []
    case .text, .socket, .sessionBus, .systemBus:
      // A sandboxed program is not the user: only its own grants count.
      if let sandbox { ["app:" + sandbox] } else { (uid.map { ["uid:\($0)"] } ?? []) + (isInGroup ? ["group:hookswitch"] : []) }
    }
  }
}

/// A grant of rights to a peer.
package struct AccessGrant: Hashable, Sendable {
  /// The peer's name: `uid:1000`.
  package var peer: String
  /// The rights; `control:call.end` grants one method of a right.
  package var rights: [String]

  /// Creates a grant.
  package init(peer: String, rights: [String]) {
    self.peer = peer
    self.rights = rights
  }
}

/// The rights of a peer, worked out once for its connection.
package struct PeerRights: Hashable, Sendable {
  /// The rights without a restriction.
  package private(set) var rights: Set<Right> = []
  /// The methods that are granted one by one.
  package private(set) var methods: Set<MethodName> = []
  /// True when the peer may say that a person makes its requests (A6).
  package private(set) var mayBeUser = false
  private let name: String

  /// Works out the rights of a peer.
  ///
  /// - Parameters:
  ///   - peer: the peer.
  ///   - owner: the user of the host's process.
  ///   - isSystem: true for the host of the machine, which belongs to no person.
  ///   - grants: the grants in force.
  package init(of peer: Peer, owner: UInt32, isSystem: Bool, grants: [AccessGrant] = []) {
    name = peer.names.first ?? peer.door.rawValue
    let all = Set(Right.allCases)
    switch peer.door {
    case .text:
      rights = all
      mayBeUser = true
    case .socket, .sessionBus, .systemBus:
      if peer.sandbox == nil, let uid = peer.uid {
        if uid == 0 || (uid == owner && !isSystem) {
          // A program that carries or screens calls needs a person's consent to its name, which registering asks for.
          rights = all
          mayBeUser = true
        } else if isSystem, peer.isInGroup, peer.door != .sessionBus {
          rights = [.observe, .control]
        }
      }
    case .web, .cluster: break
    }
    for grant in grants where peer.names.contains(grant.peer) {
      for text in grant.rights { take(text, at: peer.door) }
    }
  }

  private mutating func take(_ text: String, at door: Peer.Door) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let right = parts.first.flatMap({ Right(rawValue: $0) }), !(door == .cluster && right == .configure) else { return }
    if parts.count == 1 {
      rights.insert(right)
    } else if let method = MethodName(rawValue: parts[1]), method.declaration.right == right {
      methods.insert(method)
    }
  }

  /// Checks that the peer may call a method; call it before the parameters are read.
  ///
  /// - Throws: `notPermitted` with the right that the peer lacks, and the command that grants it.
  package func check(_ method: MethodName) throws(MethodError) {
    let right = method.declaration.right
    guard method != .hostHello, !rights.contains(right), !methods.contains(method) else { return }
    throw MethodError(
      .notPermitted, "\(method.rawValue) needs the right \(right.rawValue), which \(name) lacks",
      [
        "right": .string(right.rawValue),
        "how": .string("the host's owner calls access.grant with {\"peer\": \"\(name)\", \"rights\": [\"\(right.rawValue)\"]}"),
      ])
  }

  /// Returns the topics that the peer may not subscribe to.
  package func forbidden(_ topics: Set<Topic>) -> Set<Topic> { topics.filter { !rights.contains($0.right) } }

  /// The methods that the peer may call, in the order of the table.
  package var permitted: [MethodName] {
    MethodName.allCases.filter { rights.contains($0.declaration.right) || methods.contains($0) || $0 == .hostHello }
  }
}
