import TransportKit

/// The other end of a call, with its view of us.
final class FarEnd {
  let call: Call
  /// Until it answers, or counts as gone.
  var timer: Timer?
  var isActive = false
  var isRinging = false
  var isEnded = false
  var isHeld = false
  var isHolding = false
  var isMuted = false
  var isSilent = false
  var digits = ""
  var cause = Cause.unknown

  init(_ call: Call) {
    self.call = call
  }

  /// Its view of the call, as one JSON object.
  var observation: String {
    let state = isEnded ? "ended" : isActive ? "active" : isRinging ? "ringing" : "calling"
    return """
      {"state":"\(state)","held":\(isHeld),"muted":\(isMuted),"digits":"\(digits)","group":0,"tone":0,"cause":\(cause.rawValue),\
      "transferred":""}
      """
  }
}
