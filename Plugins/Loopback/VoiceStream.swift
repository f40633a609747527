internal import Glibc
internal import TransportKit

/// The media stream of one call: it receives and sends the far end's audio, a frame at a time.
struct VoiceStream: MediaStream {
  struct Orders {
    var voice = Voice.silence
    /// The frequency in Hz when `voice` is a tone.
    var hertz: UInt32 = 0
    /// True while our audio reaches the far end.
    var hears = false
    /// True while the far end's audio reaches us.
    var speaks = false
  }

  struct Report {
    /// The tone that the far end hears; 0 for silence.
    var hertz: UInt32 = 0
  }

  /// Our end of the circuit, when another instance is at the far end.
  var wire: WireEnd?
  /// The state that goes on across frames.
  private(set) var memory: Memory

  /// The state that goes on across frames, and across a handover.
  struct Memory: BitwiseCopyable {
    var meter = ToneMeter()
    /// The phase of the tone, in radians.
    var angle = 0.0
  }

  init(wire: WireEnd?, memory: Memory = Memory()) {
    (self.wire, self.memory) = (wire, memory)
  }

  mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64) {
    let rate = Int(port.format.rate)
    var isHeard = false
    if orders.hears {
      // An empty ring during an active call is an underrun, and the ring counts it.
      let taken: Void? = port.toNet.frame { heard, flags in
        memory.meter.listen(heard, rate: rate)
        if orders.voice == .echo, orders.speaks { Self.say(heard, flags, port) }
        if orders.voice == .wire { wire?.send(heard, flags) }
      }
      isHeard = taken != nil
    } else {
      // Drop our audio now, so that it is not heard later.
      port.toNet.skip()
    }
    if !isHeard { memory.meter.listen(toSilence: port.format.samplesPerFrame, rate: rate) }
    report.hertz = memory.meter.hertz
    guard orders.speaks else { return }
    switch orders.voice {
    case .echo where isHeard: break
    case .tone: sing(orders.hertz, port)
    case .wire: if wire?.receive(port) != true { port.fromNet.silence(at: time) }
    case .echo, .silence: port.fromNet.silence(at: time)
    }
  }

  private static func say(_ heard: Span<Int16>, _ flags: FrameFlags, _ port: AudioPort) {
    port.fromNet.frame(flags) { said in
      for index in 0..<min(heard.count, said.count) { said[index] = heard[index] }
    }
  }

  /// Sends a sine of -10 dBFS, continuous across frames.
  private mutating func sing(_ hertz: UInt32, _ port: AudioPort) {
    let step = 2 * Double.pi * Double(hertz) / Double(port.format.rate)
    port.fromNet.frame { said in
      for index in 0..<said.count {
        said[index] = Int16(10_362 * sin(memory.angle))
        memory.angle += step
      }
    }
    memory.angle.formTruncatingRemainder(dividingBy: 2 * Double.pi)
  }
}

/// The audio that a far end sends.
enum Voice: UInt8 {
  /// Nothing.
  case silence
  /// An echo of our audio.
  case echo
  /// A tone.
  case tone
  /// The audio of the instance at the other end of the circuit.
  case wire
}
