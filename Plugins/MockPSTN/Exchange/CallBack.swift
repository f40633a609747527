internal import TransportKit

/// A call that a far end makes to us: its delay, its caller and the caller's script.
struct CallBack: Hashable, Sendable {
  /// The delay before the call arrives.
  var after = Duration.zero
  /// The caller, as a number of the plan; nil for the number that we called.
  var from: String?
  /// True when the caller withholds its number.
  var isWithheld = false
  /// True when the network cannot tell the caller's number.
  var isUnavailable = false
  /// The number that the caller dialed, as a number of the plan, when the call was diverted to us.
  var divertedFrom: String?
  /// The caller's script while the call rings at our end.
  var ringing: [Step] = [.waitForNoAnswer, .hangUp(.noAnswer)]
  /// The caller's script once we have answered.
  var answered: [Step] = []
}
