/// The host's record of one action.
struct LedgerAction: Hashable, Sendable {
  enum Effect: Hashable, Sendable { case start, answer, end, hold(Bool), other }
  enum State: Hashable, Sendable {
    /// Not completed yet.
    case open
    /// Done: HSW_OK was returned, or action_done came without an error.
    case done
    /// Refused: the function returned an error.
    case refused(Int32)
    /// action_done came with an error.
    case failed(Fault)
    /// The host cancelled it.
    case cancelled
    /// A reset dropped it.
    case forgotten
  }

  var function: String
  var call: UInt64
  var effect: Effect
  var state = State.open
  /// True once the function has returned.
  var hasReturned = false
  /// The virtual time of the request.
  var askedAt: UInt64
  /// The number of completions: a returned status other than HSW_PENDING, and every action_done.
  var words = 0
}
