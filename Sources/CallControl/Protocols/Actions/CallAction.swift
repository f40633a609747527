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

/// The link between a delegate's action and the host that waits for its answer.
public struct ActionTicket: Sendable {
  /// All copies share this object, since actions are copied each time they are passed on.
  private final class Content: Sendable {
    let ref: CommandRef
    let command: ProviderCommand
    let patience: Duration
    let sink: any AnswerSink
    let provider: ProviderID

    init(ref: CommandRef, command: ProviderCommand, patience: Duration, sink: any AnswerSink, provider: ProviderID) {
      self.ref = ref
      self.command = command
      self.patience = patience
      self.sink = sink
      self.provider = provider
    }
  }

  private let content: Content

  /// The command's reference.
  public var ref: CommandRef { content.ref }
  /// The command.
  public var command: ProviderCommand { content.command }
  /// The time left for the answer when the host sent the command.
  public var patience: Duration { content.patience }

  /// Creates a ticket for a command whose answer goes to `sink`.
  package init(ref: CommandRef, command: ProviderCommand, patience: Duration, provider: ProviderID, sink: any AnswerSink) {
    content = Content(ref: ref, command: command, patience: patience, sink: sink, provider: provider)
  }

  /// The deadline for the answer, by the host's clock.
  public var timeoutDate: Date { content.sink.date(of: content.command.deadline) }

  /// True once the action was answered or given up.
  public var isComplete: Bool { content.sink.isComplete(content.ref, provider: content.provider) }

  /// Answers the action: with a failure, or with nil for success (at `date`, if given).
  public func answer(_ failure: CommandFailure?, at date: Date? = nil) {
    let (sink, ref) = (content.sink, content.ref)
    sink.receive(failure.map { .failed(ref, $0) } ?? .fulfilled(ref, at: date.map(sink.instant(of:))), from: content.provider)
  }
}

/// The host's side of an action, which receives its answer.
///
/// Every function may be called on any thread, returns without waiting, and never calls back before it returns.
package protocol AnswerSink: AnyObject, Sendable {
  /// Receives one message.
  func receive(_ word: ProviderWord, from provider: ProviderID)
  /// Returns true once a command was answered or given up, also while the answer waits for its line.
  func isComplete(_ ref: CommandRef, provider: ProviderID) -> Bool
  /// Converts an instant of the host's clock to a date.
  func date(of instant: Instant) -> Date
  /// Converts a date to an instant of the host's clock.
  func instant(of date: Date) -> Instant
}
