/// The next step towards a goal in the present state.
enum Move: Hashable, Sendable {
  /// None: the goal is reached.
  case achieved
  /// Wait for an answer that is under way.
  case wait
  /// Hold these calls first, for this reason.
  case hold(Few<CallID>, HoldReason)
  /// End these calls first, to make room.
  case end(Few<CallID>, EndCause)
  /// Send this command to the calls' providers.
  case send(Few<CallID>, CallOperation)
  /// Let the host mix these calls with that one; no command is sent (G2).
  case mix(Few<CallID>, with: CallID)
  /// Take the call out of a group that the host mixes; no command is sent (G4).
  case split(CallID)
}
