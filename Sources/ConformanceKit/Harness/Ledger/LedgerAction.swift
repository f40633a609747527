/// What the host knows of one action.
struct LedgerAction: Hashable, Sendable {
  enum Effect: Hashable, Sendable { case start, answer, end, hold(Bool), other }
  enum State: Hashable, Sendable {
    /// No word on it yet.
    case open
    /// Done: HSW_OK was returned, or action_done came without an error.
    case done
    /// An error was returned: refused.
    case refused(Int32)
    /// action_done came with an error.
    case failed(Fault)
    /// The host gave it up.
    case cancelled
    /// A reset has taken it.
    case forgotten
  }

  var function: String
  var call: UInt64
  var effect: Effect
  var state = State.open
  /// Whether the function has returned.
  var hasReturned = false
  /// When it was asked, on the virtual clock.
  var askedAt: UInt64
  /// How many words came on it: the return, if that was one, and every action_done.
  var words = 0
}
