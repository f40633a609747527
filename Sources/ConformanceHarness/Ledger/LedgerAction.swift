package import TransportABI

/// The host's record of one action.
package struct LedgerAction: Hashable, Sendable {
  enum Effect: Hashable, Sendable { case start, answer, end, hold(Bool), other }
  package enum State: Hashable, Sendable {
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

  package var function: String
  var call: UInt64
  var effect: Effect
  package var state = State.open
  /// True once the function has returned.
  var hasReturned = false
  /// The virtual time of the request.
  package var askedAt: UInt64
  /// The number of completions: a returned status other than HSW_PENDING, and every action_done.
  var words = 0
}

/// An action that the host requested, and the status that the plugin function returned.
package struct ActionRef: Hashable, Sendable {
  package let id: UInt64
  /// The function, as in `calls.start`.
  package let function: String
  /// The status that it returned.
  package let status: hsw_status
}
