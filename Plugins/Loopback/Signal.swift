internal import TransportKit

/// What one end of a circuit tells the other, from loop to loop.
enum Signal: Sendable {
  /// It rings here.
  case ringing
  /// Answered here; the other end acknowledges the action.
  case answered(Action)
  /// Held here, or no longer; the other end acknowledges the action.
  case held(Bool, Action)
  /// The other end has seen to this action of ours.
  case acknowledged(Action)
  /// Digits.
  case digits(String)
  /// It is over.
  case released(Cause)
}
