#if HOOKSWITCH_SOUND
  internal import Hookswitch

  /// The measured recording of the demo, which shows that audio passed between two transports.
  struct DemoRecording: CustomStringConvertible {
    let path: String
    let seconds: Double
    /// The levels in dBFS of the audio sent to the far end and received from it.
    let sent: Double
    let said: Double

    /// Measures the file; nil when it cannot be read or does not have two channels.
    init?(_ path: String) {
      guard let file = try? SoundFile(path), let sent = file.meter(0), let said = file.meter(1) else { return nil }
      self.path = path
      seconds = Double(sent.samples.count) / Double(file.hertz)
      self.sent = sent.dBFS
      self.said = said.dBFS
    }

    var description: String {
      "The two calls heard each other: \(path) has \(Self.text(seconds)) s, left \(Self.text(sent)) dBFS of digits sent to c1, right "
        + "\(Self.text(said)) dBFS sent back by it."
    }

    private static func text(_ value: Double) -> String {
      guard value.isFinite else { return "no" }
      let tenths = Int((value * 10).rounded())
      return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
  }
#endif
