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
  var faults: Faults { didSet { tune() } }

  var isActive = false { didSet { tune() } }
  var isRinging = false
  var isEnded = false { didSet { tune() } }
  var isHeld = false { didSet { tune() } }
  var isHeldByFarEnd = false { didSet { tune() } }
  var isMuted = false { didSet { tune() } }
  /// The network plays something before the far end answers.
  var hasEarlyMedia = false { didSet { tune() } }
  var digits = ""
  var group = 0
  var cause = Cause.unknown

  /// What the far end says once it has answered.
  var voice: Voice { didSet { tune() } }
  /// Of a tone.
  var hertz: UInt32 = 0
  /// The call's sound, while the host has it connected.
  var sound: StreamTask<VoiceStream>?
  /// What was heard when it was disconnected.
  var lastTone: UInt32 = 0
  /// The way of the sound to the other instance, if there is one.
  let wire: Wire?

  init(
    _ call: Call, _ kind: String, _ handle: String, _ farEnd: FarEnd, end: UInt64 = 0, steps: [Step] = [], faults: Faults = [],
    wire: Wire? = nil
  ) {
    self.call = call
    self.kind = kind
    self.handle = handle
    self.farEnd = farEnd
    self.end = end
    self.steps = steps
    self.faults = faults
    self.wire = wire
    voice =
      switch farEnd {
      case .script: .echo
      case .test: .silence
      case .instance: .wire
      }
  }

  /// Whether an instance is at the other end, which acts by itself.
  var isBetweenInstances: Bool {
    if case .instance = farEnd { true } else { false }
  }

  /// The tone that the far end hears; 0 for silence.
  var tone: UInt32 { sound?.report.hertz ?? lastTone }

  /// What the call's sound is to do: nothing passes either way while one of us holds the other, and nothing of ours while we are muted.
  var orders: VoiceStream.Orders {
    let isOpen = !isHeld && !isHeldByFarEnd && !faults.isSuperset(of: .vanished)
    guard isActive else {
      return VoiceStream.Orders(voice: .tone, hertz: NumberPlan.announcement, hears: false, speaks: isOpen && hasEarlyMedia && !isEnded)
    }
    return VoiceStream.Orders(voice: voice, hertz: hertz, hears: isOpen && !isMuted, speaks: isOpen)
  }

  private func tune() { sound?.tell(orders) }

  /// What the far end sees, as one JSON object.
  var observation: String {
    let state = isEnded ? "ended" : isActive ? "active" : isRinging ? "ringing" : "calling"
    return """
      {"state":"\(state)","held":\(isHeld),"muted":\(isMuted),"digits":"\(digits)","group":\(group),"tone":\(tone),"cause":\(cause.rawValue),\
      "transferred":""}
      """
  }
}
