internal import TransportKit

/// A call that is on its way to us.
struct Offer: Sendable {
  /// How its caller is seen.
  var info: CallInfo
  /// Whom the caller's line belongs to, in E.164.
  var number: String
  var ringing: [Step]
  var answered: [Step]
}
