/// Why a call is held, or is being held (X8).
enum HoldReason: Hashable, Sendable {
  /// It is not.
  case none
  /// The user, a program or its network wanted it so.
  case user
  /// For its own transfer (R1).
  case transfer
  /// For this call, until that one is active.
  case call(CallID)
  /// What it was held for came to nothing: it is to be resumed.
  case owed
}
