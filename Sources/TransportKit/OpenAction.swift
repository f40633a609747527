/// An action that is not completed, and what completing it does to the call.
struct OpenAction {
  /// What an action is for.
  enum Effect: Equatable {
    case start
    case answer
    case end
    case hold(Bool)
    case other
  }

  /// The call it is about; 0 for none.
  var call: UInt64
  var effect: Effect
}
