import TransportKit

/// The other end of a call, and what it has seen of us.
final class FarEnd {
  let call: Call
  /// Until it answers, or is given up.
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

  /// What it sees, as one JSON object.
  var observation: String {
    let state = isEnded ? "ended" : isActive ? "active" : isRinging ? "ringing" : "calling"
    return """
      {"state":"\(state)","held":\(isHeld),"muted":\(isMuted),"digits":"\(digits)","group":0,"tone":0,"cause":\(cause.rawValue),\
      "transferred":""}
      """
  }
}
