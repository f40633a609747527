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
  /// The person or program for whom another node asks; nil for a peer that asks for itself.
  package var actor: RemoteActor?

  /// Creates a peer.
  package init(_ door: Door, uid: UInt32? = nil) {
    self.door = door
    self.uid = uid
  }

  /// The names under which grants mention the peer, the narrowest first.
  package var names: [String] {
    switch door {
    case .web: account.map { ["token:" + $0] } ?? []
    case .cluster: actor.map { [$0.name] } ?? account.map { ["nats:" + $0] } ?? []
    case .text, .socket, .sessionBus, .systemBus:
      // A sandboxed program is not the user: only its own grants count.
      if let sandbox { ["app:" + sandbox] } else { (uid.map { ["uid:\($0)"] } ?? []) + (isInGroup ? ["group:hookswitch"] : []) }
    }
  }
}
