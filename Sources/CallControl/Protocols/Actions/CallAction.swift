public import FoundationEssentials

/// One thing asked about one call: by a program of the host, in a `Transaction`; and by the host of a provider.
///
/// After [`CXCallAction`](https://developer.apple.com/documentation/callkit/cxcallaction). Actions are values: change one
/// before you ask for it; once asked, it travels by copy. A delegate answers each action that it is given exactly once, with
/// `fulfill()` or `fail()`, from any thread, now or later; the first answer counts and later ones are counted and ignored.
public protocol CallAction: Sendable {
  /// Names this action; a delegate sees the name under which it was asked for.
  var uuid: UUID { get }
  /// The call that it is about.
  var callUUID: UUID { get }
  /// How the action reaches whoever asked; nil on the asking side.
  var ticket: ActionTicket? { get set }
}

extension CallAction {
  /// When the host gives the action up; nil until it is given to a delegate.
  public var timeoutDate: Date? { ticket?.timeoutDate }
  /// Whether the action was answered, or given up; false on the asking side.
  public var isComplete: Bool { ticket?.isComplete ?? false }
  /// Who asked for it; `client` on the asking side.
  public var origin: Origin { ticket?.command.origin ?? .client }

  /// Says that it was done.
  ///
  /// Only of an action that a delegate was given; elsewhere it does nothing.
  public func fulfill() {
    ticket?.answer(nil)
  }

  /// Says that it could not be done.
  public func fail() {
    ticket?.answer(.failed(nil))
  }

  /// Says that it could not be done, and why.
  public func fail(_ failure: CommandFailure) {
    ticket?.answer(failure)
  }
}
