/// An action that is not completed, and its effect on the call.
struct OpenAction {
  /// The effect of an action on its call.
  enum Effect: Equatable {
    case start
    case answer
    case end
    case hold(Bool)
    case other
  }

  /// The action's call; 0 for none.
  var call: UInt64
  var effect: Effect
}
