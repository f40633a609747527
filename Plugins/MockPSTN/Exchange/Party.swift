internal import StrictJSON
internal import TransportKit

/// The far end of one call, and the state that it sees of us.
struct Party {
  let call: Call
  /// The number in E.164, or a short number.
  var number: String
  /// True when a test controls it, through the test peer.
  let isTest: Bool

  var steps: [Step] = []
  var next = 0
  var isWaiting = false
  /// The steps to run once we have answered its call.
  var answered: [Step] = []
  var menu: Menu?
  var faults: Faults = []
  /// The number of times that the call was forwarded.
  var hops = 0

  var isProceeding = false
  var hasEarlyMedia = false
  var isActive = false
  var isRinging = false
  var isEnded = false
  var isHeld = false
  var isHeldByFarEnd = false
  var isMuted = false
  var digits = ""
  /// The digits of `digits` that the far end has not yet repeated.
  var collected = ""
  var group = 0
  var cause = Cause.unknown
  /// The number that our line sent the call on to, as we gave it; empty if we did not.
  var transferred = ""

  init(_ call: Call, _ number: String, isTest: Bool = false) {
    self.call = call
    self.number = number
    self.isTest = isTest
  }

  /// Replaces the script with these steps.
  mutating func follow(_ steps: [Step]) {
    self.steps = steps
    next = 0
    isWaiting = false
  }

  /// Returns the far end's view as one JSON object; the caller supplies the tone that it hears.
  func observation(tone: Int) -> String {
    let state = isEnded ? "ended" : isActive ? "active" : isRinging ? "ringing" : "calling"
    return """
      {"state":"\(state)","held":\(isHeld),"muted":\(isMuted),"digits":"\(digits)","group":\(group),"tone":\(tone),\
      "cause":\(cause.rawValue),"transferred":\(JSONValue.quote(transferred))}
      """
  }
}
