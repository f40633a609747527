/// Where an instance is in its life; any call that does not fit gets HSW_E_STATE.
enum Phase {
  /// Made; the host must not be called yet.
  ///
  /// Out of it by init.
  case created
  /// Init was refused: only destroy follows.
  case failed
  /// Initialized or deactivated.
  ///
  /// Out of it by activate.
  case idle
  /// Calls and actions.
  case active
  /// Being deactivated at once: calls are ended one by one.
  case stopping
  /// Deactivated while calls were up: no new ones, those left may end.
  ///
  /// Out of it when the last has ended.
  case draining
  /// Deactivated, and no call is up: the transport has still to come to rest.
  ///
  /// Out of it when it says so.
  case settling
  /// Gone.
  case destroyed
}
