internal import TransportKit

/// A signal from one end of a circuit to the other, from loop to loop.
enum Signal: Sendable {
  /// The call rings at this end.
  case ringing
  /// This end has answered; the other end acknowledges the action.
  case answered(Action)
  /// This end holds or resumes the call; the other end acknowledges the action.
  case held(Bool, Action)
  /// The other end has handled this action of ours.
  case acknowledged(Action)
  /// Digits.
  case digits(String)
  /// The call is over.
  case released(Cause)
}
