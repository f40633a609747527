internal import Hookswitch

/// The condition of a `wait`.
enum Awaited: Equatable, Sendable {
  /// The newest or named call is in this state.
  case state(CallState)
  /// An event of this name happens.
  case event(EventName)

  /// Reads a word: `ended` is a state, which without a call means the end of any call.
  init?(_ word: String) {
    if let state = CallState(rawValue: word), state != .screening {
      self = .state(state)
    } else if let event = EventName(rawValue: word) {
      self = .event(event)
    } else {
      return nil
    }
  }

  /// The word of the command line.
  var word: String {
    switch self {
    case .state(let state): state.rawValue
    case .event(let event): event.rawValue
    }
  }

  /// All words that `wait` takes.
  static let words = CallState.allCases.filter { $0 != .screening }.map(\.rawValue) + EventName.allCases.map(\.rawValue)
}
