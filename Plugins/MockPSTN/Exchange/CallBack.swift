internal import TransportKit

/// A call to us: when it comes, from whom, and what the caller does.
struct CallBack: Hashable, Sendable {
  /// How long it takes until it comes.
  var after = Duration.zero
  /// Who calls, as a number of the plan; without one, whom we called.
  var from: String?
  /// Whether the caller does not want to be known.
  var isWithheld = false
  /// Whether the network cannot say who calls.
  var isUnavailable = false
  /// Whom the caller dialed, as a number of the plan, where the call was diverted to us.
  var divertedFrom: String?
  /// What the caller does while it rings here.
  var ringing: [Step] = [.waitForNoAnswer, .hangUp(.noAnswer)]
  /// What the caller does once we have answered.
  var answered: [Step] = []
}
