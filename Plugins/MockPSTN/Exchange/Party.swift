internal import TransportKit

/// The far end of one call, and what it has seen of us.
struct Party {
  let call: Call
  /// Its number in E.164, or a short one.
  var number: String
  /// Whether a test drives it, through the test-peer.
  let isTest: Bool

  var steps: [Step] = []
  var next = 0
  var isWaiting = false
  /// What it does once we have answered its call.
  var answered: [Step] = []
  var menu: Menu?
  var faults: Faults = []
  /// How often the call was forwarded.
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
  /// Those of them that the far end has not given back.
  var collected = ""
  var group = 0
  var cause = Cause.unknown

  init(_ call: Call, _ number: String, isTest: Bool = false) {
    self.call = call
    self.number = number
    self.isTest = isTest
  }

  /// Does these steps next, and nothing else.
  mutating func follow(_ steps: [Step]) {
    self.steps = steps
    next = 0
    isWaiting = false
  }

  /// What the far end sees, as one JSON object, but for the tone that it hears.
  func observation(tone: Int) -> String {
    let state = isEnded ? "ended" : isActive ? "active" : isRinging ? "ringing" : "calling"
    return """
      {"state":"\(state)","held":\(isHeld),"muted":\(isMuted),"digits":"\(digits)","group":\(group),"tone":\(tone),\
      "cause":\(cause.rawValue),"transferred":""}
      """
  }
}
