/// What a goal needs next, given how things stand.
enum Move: Hashable, Sendable {
  /// Nothing: it is so.
  case achieved
  /// Something that is under way must be answered first.
  case wait
  /// Hold these calls first, for that reason.
  case hold(Few<CallID>, HoldReason)
  /// End these calls first, to make room.
  case end(Few<CallID>, EndCause)
  /// Ask the calls' providers for this.
  case send(Few<CallID>, CommandContent)
  /// Let the host mix these calls with that one; nobody is asked (G2).
  case mix(Few<CallID>, with: CallID)
  /// Take the call out of the group that the host mixes; nobody is asked (G4).
  case split(CallID)
}
