/// Anything that an instance says, in the order in which it says it.
///
/// Times are nanoseconds of the host's loop clock (`CLOCK_BOOTTIME`), by the transport's own account.
public enum TransportWord: Sendable {
  /// How a call moves on beyond what completing an action says.
  public enum Progress: UInt32, Sendable {
    /// The network takes the call towards the far end.
    case connecting = 1
    /// The far end is alerted.
    case ringing = 2
    /// The network plays something.
    case earlyMedia = 3
    /// Connected, or resumed unasked.
    case active = 4
    /// Held unasked.
    case held = 5
    /// The far end set us aside.
    case heldRemotely = 6
    /// The far end took us back.
    case resumedRemotely = 7
    /// No sound comes from the far end, though it should.
    case mediaTimeout = 8
    /// Sound comes again.
    case mediaResumed = 9
  }

  /// Why a call is over.
  public enum End: UInt32, Sendable {
    /// It could not be made, or broke.
    case failed = 1
    /// The far end hung up.
    case remote = 2
    /// Nobody answered.
    case unanswered = 3
    /// Another device of ours took it.
    case answeredElsewhere = 4
    /// Another device of ours declined it.
    case declinedElsewhere = 5
    /// We ended it.
    case local = 6
  }

  /// Whether calls can be made.
  public enum LineState: UInt32, Sendable {
    /// They can.
    case ready = 1
    /// Registering.
    case trying = 2
    /// They cannot.
    case down = 3
  }

  /// An action is done (nil), or failed.
  case completed(ActionHandle, TransportFault?)
  /// Somebody calls.
  indirect case incoming(CallHandle, TransportCallInfo, at: UInt64)
  /// Something about a call changed.
  indirect case updated(CallHandle, TransportCallInfo, at: UInt64)
  /// A call moved on.
  case progress(CallHandle, Progress, at: UInt64)
  /// The far end sent digits.
  case dtmf(CallHandle, String, at: UInt64)
  /// A transfer of the call under way has come a step further, such as SIP's 180.
  indirect case transferProgress(CallHandle, native: Int32, String, at: UInt64)
  /// The far end of the call asks us to call somebody else.
  indirect case transferRequested(CallHandle, TransportCallInfo, at: UInt64)
  /// A call is over.
  case ended(CallHandle, End, TransportFault?, at: UInt64)
  /// The instance's limits.
  indirect case limits(TransportLimits)
  /// Whether calls can be made, and when the transport tries again by itself.
  case line(LineState, retryAfterMilliseconds: UInt32, TransportFault?)
  /// All its calls and actions are gone.
  case reset(TransportFault?)
  /// A message for the log; levels run from 1 (error) to 5 (trace).
  indirect case log(level: UInt32, topic: String, message: String)
  /// A message of a network protocol, for traces; the call is `none` when it belongs to none.
  indirect case wire(CallHandle, at: UInt64, isOutgoing: Bool, protocol: String, text: String)
  /// It is activated: it offers these extensions.
  indirect case activated(offers: Set<String>)
  /// It was closed as asked; its last word.
  case closed
  /// It is gone; its last word.
  case lost(TransportLoss)
}
