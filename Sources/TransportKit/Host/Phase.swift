/// The phases of an instance's life; a function that does not fit the phase gets HSW_E_STATE.
enum Phase {
  /// Made; the host must not be called yet.
  ///
  /// Ends with init.
  case created
  /// Init failed: only destroy follows.
  case failed
  /// Initialised or deactivated.
  ///
  /// Ends with activate.
  case idle
  /// Active: calls and actions are allowed.
  case active
  /// Deactivated without a drain: calls are being ended.
  case stopping
  /// Deactivated with active calls: they may end, and no new ones begin.
  ///
  /// Ends with the last call.
  case draining
  /// Deactivated without calls: the transport's own work is not finished.
  ///
  /// Ends when the transport calls `deactivated`.
  case settling
  /// Destroyed.
  case destroyed
}
