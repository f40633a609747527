public import FoundationEssentials

/// One action on one call: a program requests it in a `Transaction`, and the host requests it of a provider.
///
/// After [`CXCallAction`](https://developer.apple.com/documentation/callkit/cxcallaction). Actions are values: changes after the request
/// have no effect on it. A delegate answers each action exactly once, with `fulfill()` or `fail()`, from any thread, now or later; the host
/// counts and ignores further answers.
public protocol CallAction: Sendable {
  /// The action's id; a delegate sees the id that the requester chose.
  var uuid: UUID { get }
  /// The call that the action is about.
  var callUUID: UUID { get }
  /// The link to the host on a delegate's action; nil on the requesting side.
  var ticket: ActionTicket? { get set }
  /// The operation that the action wraps.
  var operation: CallOperation { get }
  /// Calls the delegate's function for this action, for example from `provider(_:execute:)`.
  func perform(by delegate: any ProviderDelegate, of provider: Provider)
}

extension CallAction {
  /// The deadline for the answer; nil on the requesting side.
  public var timeoutDate: Date? { ticket?.timeoutDate }
  /// True once the action was answered or given up; false on the requesting side.
  public var isComplete: Bool { ticket?.isComplete ?? false }
  /// The origin of the request; `client` on the requesting side.
  public var origin: Origin { ticket?.command.origin ?? .client }

  /// Fulfils the action.
  ///
  /// Has no effect on the requesting side.
  public func fulfill() {
    ticket?.answer(nil)
  }

  /// Fails the action.
  public func fail() {
    ticket?.answer(.failed(nil))
  }

  /// Fails the action with the reason.
  public func fail(_ failure: CommandFailure) {
    ticket?.answer(failure)
  }
}

extension ActionTicket {
  /// Returns the delegate's action for the command, under the id that the requester chose.
  package func action(named uuid: UUID) -> any CallAction {
    var action = command.operation.action(on: command.call, named: uuid)
    action.ticket = self
    return action
  }
}
