/// The reason for which a call is held, or is being held (X8).
enum HoldReason: Hashable, Sendable {
  /// The call is not held.
  case none
  /// The user, a program or the network asked for it.
  case user
  /// For its own transfer (R1).
  case transfer
  /// For this call, until it is active.
  case call(CallID)
  /// The call that it was held for failed; a resume is owed.
  case owed
}
