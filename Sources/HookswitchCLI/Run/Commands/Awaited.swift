internal import Hookswitch

/// What `wait` waits for.
enum Awaited: Equatable, Sendable {
  /// The newest call, or the one that is named, is in this state.
  case state(CallState)
  /// Something of this name happens.
  case event(EventName)

  /// What the word means: `ended` is a state, and any call's end besides.
  init?(_ word: String) {
    if let state = CallState(rawValue: word), state != .screening {
      self = .state(state)
    } else if let event = EventName(rawValue: word) {
      self = .event(event)
    } else {
      return nil
    }
  }

  /// The word itself.
  var word: String {
    switch self {
    case .state(let state): state.rawValue
    case .event(let event): event.rawValue
    }
  }

  /// Every word that can be waited for.
  static let words = CallState.allCases.filter { $0 != .screening }.map(\.rawValue) + EventName.allCases.map(\.rawValue)
}
