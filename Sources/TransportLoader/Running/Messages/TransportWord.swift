public import CallControl

/// A message of an instance; messages arrive in the order in which it sends them.
///
/// Times are nanoseconds of the host's loop clock (`CLOCK_BOOTTIME`), as the transport gives them.
public enum TransportWord: Sendable {
  /// The call of a message.
  public struct Call: Hashable, Sendable {
    /// The handle between the host and the instance.
    public let handle: CallHandle
    /// The core's id; nil when the message is not for the core: the call was started without an id, or the host knows of its end.
    public let id: CallID?
  }

  /// The action of a message.
  public struct Action: Sendable {
    /// The handle between the host and the instance.
    public let handle: ActionHandle
    /// The call that it concerns, or `none`.
    public let call: CallHandle
    /// The requester, who learns of its completion.
    public let requester: Requester
  }

  /// The requester of an action.
  public enum Requester: Sendable {
    /// The instance's sink, which receives the completion like every message.
    case sink
    /// The core, for one of its commands.
    case command(CommandRef)
    /// A caller that waits for the completion; told once, whatever happens.
    case caller(@Sendable (TransportFault?) -> Void)

    func isCommand(_ ref: CommandRef) -> Bool {
      if case .command(let own) = self { own == ref } else { false }
    }
  }

  /// The progress of a call, apart from the completion of actions.
  public enum Progress: UInt32, Sendable {
    /// The network routes the call towards the far end.
    case connecting = 1
    /// The far end is alerted.
    case ringing = 2
    /// The network sends early media.
    case earlyMedia = 3
    /// The call connected, or was resumed without an action.
    case active = 4
    /// The call was held without an action.
    case held = 5
    /// The far end held the call.
    case heldRemotely = 6
    /// The far end resumed the call.
    case resumedRemotely = 7
    /// No media arrives from the far end, though it should.
    case mediaTimeout = 8
    /// Media arrives again.
    case mediaResumed = 9
  }

  /// The reason of a call's end.
  public enum End: UInt32, Sendable {
    /// The call could not be made, or broke.
    case failed = 1
    /// The far end hung up.
    case remote = 2
    /// The callee did not answer.
    case unanswered = 3
    /// Another device of the user answered it.
    case answeredElsewhere = 4
    /// Another device of the user declined it.
    case declinedElsewhere = 5
    /// This side ended it.
    case local = 6
  }

  /// The states of a line.
  public enum LineState: UInt32, Sendable {
    /// Calls can be made.
    case ready = 1
    /// The transport is registering.
    case trying = 2
    /// Calls cannot be made.
    case down = 3
  }

  /// An action completed (nil) or failed.
  case completed(Action, TransportFault?)
  /// A call arrives, perhaps in place of another.
  indirect case incoming(Call, TransportCallInfo, replaces: CallID?, at: UInt64)
  /// A call's description changed.
  indirect case updated(Call, TransportCallInfo, at: UInt64)
  /// A call progressed; `report` is the core's report of it, nil when it is not new.
  case progress(Call, Progress, _ report: CallReport?, at: UInt64)
  /// The far end sent digits.
  case dtmf(Call, String, at: UInt64)
  /// A pending transfer progressed, for example with SIP's 180.
  indirect case transferProgress(Call, native: Int32, String, at: UInt64)
  /// The far end requests a transfer of the call.
  indirect case transferRequested(Call, TransportCallInfo, at: UInt64)
  /// A call ended.
  case ended(Call, End, TransportFault?, at: UInt64)
  /// The instance's limits.
  indirect case limits(TransportLimits)
  /// The line's state, and the time until the transport retries by itself.
  case line(LineState, retryAfterMilliseconds: UInt32, TransportFault?)
  /// All its calls and actions were dropped.
  case reset(TransportFault?)
  /// A message for the log; levels run from 1 (error) to 5 (trace).
  indirect case log(level: UInt32, topic: String, message: String)
  /// A message of a network protocol, for traces; `none` when it belongs to no call.
  indirect case wire(Call, at: UInt64, isOutgoing: Bool, protocol: String, text: String)
  /// It is activated and offers these extensions.
  indirect case activated(offers: Set<String>)
  /// Another version has taken it over, and offers these extensions.
  indirect case upgraded(offers: Set<String>)
  /// It was closed as requested; its last message.
  case closed
  /// It is lost; its last message.
  case lost(TransportLoss)

  /// True for messages about calls and for answers to the core, which mean nothing to a host that has forgotten its calls.
  var isAboutCalls: Bool {
    switch self {
    case .completed(let action, _): if case .caller = action.requester { false } else { true }
    case .incoming, .updated, .progress, .dtmf, .transferProgress, .transferRequested, .ended: true
    case .limits, .line, .reset, .log, .wire, .activated, .upgraded, .closed, .lost: false
    }
  }
}

/// The host's reason for ending a call, which the transport sends on the wire.
public enum EndWhy: UInt32, Sendable {
  /// The user hung up.
  case hangup = 1
  /// The user declined the ringing call.
  case declined = 2
  /// No room for another call.
  case busy = 3
  /// The caller is blocked.
  case blocked = 4
  /// Do not disturb.
  case doNotDisturb = 5
  /// The ringing timed out.
  case ringTimeout = 6
  /// Another host serves the line; the caller may try again soon.
  case elsewhere = 7
}
