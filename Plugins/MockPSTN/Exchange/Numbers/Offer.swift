internal import TransportKit

/// A call on its way to us.
struct Offer: Sendable {
  /// The caller identification that the host sees.
  var info: CallInfo
  /// The caller's number in E.164.
  var number: String
  var ringing: [Step]
  var answered: [Step]
}
