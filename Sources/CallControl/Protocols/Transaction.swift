public import FoundationEssentials

/// An ordered list of actions, requested as one.
///
/// After [`CXTransaction`](https://developer.apple.com/documentation/callkit/cxtransaction). A value: changes after the request have no
/// effect on it.
public struct Transaction: Sendable {
  /// The transaction's id.
  public let uuid: UUID
  /// The actions, in order.
  public private(set) var actions: [any CallAction]

  /// Creates a transaction; the host refuses one without actions (X1).
  public init(actions: [any CallAction] = [], uuid: UUID = .fresh()) {
    self.uuid = uuid
    self.actions = actions
  }

  /// Creates a transaction of one action.
  public init(action: any CallAction) {
    self.init(actions: [action])
  }

  /// Adds an action at the end.
  public mutating func addAction(_ action: any CallAction) {
    actions.append(action)
  }

  /// True once every action was answered or given up.
  public var isComplete: Bool { actions.allSatisfy(\.isComplete) }
}
