internal import TransportKit

/// Our end of one call, and what its far end has seen of us.
final class Leg {
  /// Who is at the other end.
  enum FarEnd {
    /// Nobody: the number's script runs, or has run.
    case script
    /// A test, through the test-peer.
    case test
    /// An instance that owns the number dialed, or that dialed ours, and the number of its end of the circuit.
    case instance(Port<Loopback>, end: UInt64)
  }

  let call: Call
  let kind: String
  let handle: String
  let farEnd: FarEnd
  /// The number of our end of the circuit, if there is one.
  let end: UInt64

  var steps: [Step]
  var next = 0
  var timer: Timer?
  var faults: Faults

  var isActive = false
  var isRinging = false
  var isEnded = false
  var isHeld = false
  var isHeldByFarEnd = false
  var isMuted = false
  var digits = ""
  var group = 0
  var cause = Cause.unknown

  init(
    _ call: Call, _ kind: String, _ handle: String, _ farEnd: FarEnd, end: UInt64 = 0, steps: [Step] = [], faults: Faults = []
  ) {
    self.call = call
    self.kind = kind
    self.handle = handle
    self.farEnd = farEnd
    self.end = end
    self.steps = steps
    self.faults = faults
  }

  /// Whether an instance is at the other end, which acts by itself.
  var isBetweenInstances: Bool {
    if case .instance = farEnd { true } else { false }
  }

  /// What the far end sees, as one JSON object.
  var observation: String {
    let state = isEnded ? "ended" : isActive ? "active" : isRinging ? "ringing" : "calling"
    return """
      {"state":"\(state)","held":\(isHeld),"muted":\(isMuted),"digits":"\(digits)","group":\(group),"tone":0,"cause":\(cause.rawValue),\
      "transferred":""}
      """
  }
}
