/// An account of one line: a provider that is up only where its line is.
package struct LineAccount: Hashable, Sendable {
  /// The provider's id at the host, the same on all nodes.
  package let id: String
  /// The parts that a running provider cannot change: another value replaces the provider.
  package let kind: String
  /// The parts that a running provider takes.
  package let content: String

  /// Creates an account.
  package init(id: String, kind: String, content: String) {
    (self.id, self.kind, self.content) = (id, kind, content)
  }
}

/// The place of a line, as far as its accounts are concerned.
package enum LineHolding: Hashable, Sendable {
  /// This node owns the line, or has borrowed it.
  case here
  /// This node has no lease (K7).
  case cutOff
  /// Another node has the line, or none.
  case elsewhere

  /// The holding for the standing of a line.
  package init(_ standing: ClusterStanding) {
    self =
      switch standing {
      // A node that drains keeps its lines until another one has them.
      case .mine, .borrowed, .draining: .here
      case .cutOff: .cutOff
      case .elsewhere, .lent, .vacant: .elsewhere
      }
  }
}

/// The places that accounts come from; the first one that names an id has it.
package enum AccountSource: Int, Hashable, Sendable, CaseIterable {
  /// The configuration file of this node.
  case configuration
  /// The bucket of the lines' settings.
  case bucket
}

/// An order of the plan, carried out in its place in the list of all orders.
package enum AccountOrder: Hashable, Sendable {
  /// Add the provider, which registers.
  ///
  /// `former` is a node that is gone and had the line: a registrar may have its contact still.
  case add(String, former: String?)
  /// Give the provider its new settings.
  case configure(String)
  /// Let the provider register again, and take new calls.
  case register(String)
  /// Let the provider withdraw its contact; its calls go on.
  case withdraw(String)
  /// Let the provider withdraw its contact and take no new call, and tell `AccountPlan.ended` once it has none, with this turn.
  case leave(String, turn: UInt64)
  /// Remove the provider, which has no call.
  case remove(String)

  /// The id of the provider.
  package var id: String {
    switch self {
    case .add(let id, _), .configure(let id), .register(let id), .withdraw(let id), .leave(let id, _), .remove(let id): id
    }
  }
}
