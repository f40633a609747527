internal import TransportKit

/// Our end of one call, and the state that its far end sees.
///
/// A leg with a test at its far end is kept after the call, so it should be small.
final class Leg {
  /// The memory of a stream before a handover; a class, because few legs have one.
  final class HeardBefore {
    let memory: VoiceStream.Memory

    init(_ memory: VoiceStream.Memory) { self.memory = memory }
  }

  /// The kinds of far ends.
  enum FarEnd {
    /// The script of the number.
    case script
    /// A test, through the test peer.
    case test
    /// Another instance, which owns the dialed number or called ours, by the id of its end of the circuit.
    case instance(end: UInt64)

    /// The id of the other instance's end of the circuit; 0 without a circuit.
    var end: UInt64 { if case .instance(let end) = self { end } else { 0 } }

    /// True when another instance is at the far end.
    var isInstance: Bool { end != 0 }
  }

  let call: Call
  let kind: String
  let handle: String
  let farEnd: FarEnd
  /// The id of our end of the circuit; 0 without a circuit.
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
  /// True once the network plays audio before the answer.
  var hasEarlyMedia = false { didSet { tune() } }
  var digits = ""
  var group = 0
  var cause = Cause.unknown
  /// The handle that we sent the call on to; empty if we did not.
  var transferred = ""

  /// The audio that the far end sends once the call is active.
  var voice: Voice { didSet { tune() } }
  /// The frequency in Hz when `voice` is a tone.
  var hertz: UInt32 = 0
  /// The media task, while the call has audio.
  var sound: StreamTask<VoiceStream>?
  /// The memory of the stream before the handover, until the audio is attached again.
  var heard: HeardBefore?
  /// The tone that the far end heard last, from the moment when the audio was detached.
  var lastTone: UInt32 = 0
  /// The audio path to the other instance, if there is one.
  var wire: Wire?

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

  /// True when another instance is at the far end.
  var isBetweenInstances: Bool { farEnd.isInstance }

  /// The tone that the far end hears; 0 for silence.
  var tone: UInt32 { sound?.report.hertz ?? lastTone }

  /// The orders for the audio: none passes while either end holds the other, and none of ours while we are muted.
  var orders: VoiceStream.Orders {
    let isOpen = !isHeld && !isHeldByFarEnd && !faults.isSuperset(of: .vanished)
    guard isActive else {
      return VoiceStream.Orders(voice: .tone, hertz: NumberPlan.announcement, hears: false, speaks: isOpen && hasEarlyMedia && !isEnded)
    }
    return VoiceStream.Orders(voice: voice, hertz: hertz, hears: isOpen && !isMuted, speaks: isOpen)
  }

  private func tune() { sound?.tell(orders) }

  /// The far end's view, as one JSON object.
  var observation: String {
    let state = isEnded ? "ended" : isActive ? "active" : isRinging ? "ringing" : "calling"
    return """
      {"state":"\(state)","held":\(isHeld),"muted":\(isMuted),"digits":"\(digits)","group":\(group),"tone":\(tone),"cause":\(cause.rawValue),\
      "transferred":"\(Self.escaped(transferred))"}
      """
  }

  /// Returns a text for the inside of a JSON string, without control characters.
  private static func escaped(_ text: String) -> String {
    var made = ""
    for scalar in text.unicodeScalars where scalar.value >= 32 {
      if scalar == "\"" || scalar == "\\" { made += "\\" }
      made.unicodeScalars.append(scalar)
    }
    return made
  }
}

/// A signal from one end of a circuit to the other, from loop to loop.
enum Signal: Sendable {
  /// The call rings at this end.
  case ringing
  /// This end has answered; the other end acknowledges the action.
  case answered(Action)
  /// This end holds or resumes the call; the other end acknowledges the action.
  case held(Bool, Action)
  /// The other end has handled this action of ours.
  case acknowledged(Action)
  /// Digits.
  case digits(String)
  /// This end sends the call on, and has left it.
  case deflected(CallInfo)
  /// The call is over.
  case released(Cause)
}
