public import FoundationEssentials

/// An ordered list of actions asked for as one.
///
/// After [`CXTransaction`](https://developer.apple.com/documentation/callkit/cxtransaction). A value: what is added after it was asked for has no effect.
public struct Transaction: Sendable {
  /// Names this transaction.
  public let uuid: UUID
  /// What is asked, in order.
  public private(set) var actions: [any CallAction]

  /// Asks for several actions, in order; an empty transaction is refused (X1).
  public init(actions: [any CallAction] = [], uuid: UUID = .fresh()) {
    self.uuid = uuid
    self.actions = actions
  }

  /// Asks for one action.
  public init(action: any CallAction) {
    self.init(actions: [action])
  }

  /// Adds an action at the end.
  public mutating func addAction(_ action: any CallAction) {
    actions.append(action)
  }

  /// Whether every action was answered or given up.
  public var isComplete: Bool { actions.allSatisfy(\.isComplete) }
}
