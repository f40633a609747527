import CallAudio
import ToneTrials

/// The reliability of the DTMF detector at the limits of ITU-T Q.24, its false digits in speech, and its cost.
struct TonesPart: BenchmarkPart {
  static let name = "tones"
  static let summary = "digits detected over bad lines, at the limits of ITU-T Q.24; digits falsely detected in speech"

  private let rounds = 100

  func measure() -> [Measurement] { required + edges + [falseDigits, cost] }

  /// The required case: the weaker tone at -20 dBm0, 40 ms on and 40 ms off, noise 15 dB below.
  private var required: [Measurement] {
    [("plus4", 4.0), ("minus8", -8)].map { name, twist in
      let style = DTMFStyle(level: -20 + max(0, -twist), twist: twist, on: 40, off: 40)
      return heard("dtmf.heard_twist_\(name)_percent", style, atLeast: 99.9) { $0.signalToNoise = 15 }
    }
  }

  /// The limits in the AT&T column of Q.24, one by one, without noise.
  private var edges: [Measurement] {
    let usual = DTMFStyle(level: -12, twist: 0, on: 50, off: 50)
    func style(level: Double = -12, twist: Double = 0, on: Int = 50, off: Int = 50) -> DTMFStyle {
      DTMFStyle(level: level, twist: twist, on: on, off: off)
    }
    return [
      heard("dtmf.q24.frequency_plus_1.5_percent", usual) { $0.offset = 0.015 },
      heard("dtmf.q24.frequency_minus_1.5_percent", usual) { $0.offset = -0.015 },
      heard("dtmf.q24.frequency_plus_3.5_percent", usual, atMost: 0) { $0.offset = 0.035 },
      heard("dtmf.q24.frequency_minus_3.5_percent", usual, atMost: 0) { $0.offset = -0.035 },
      heard("dtmf.q24.level_0_dbm0_percent", style(level: -3.5)),
      heard("dtmf.q24.level_minus_25_dbm0_percent", style(level: -25)),
      heard("dtmf.q24.level_minus_55_dbm0_percent", style(level: -55), atMost: 0),
      heard("dtmf.q24.on_40_off_40_ms_percent", style(on: 40, off: 40)),
      heard("dtmf.q24.on_23_ms_percent", style(on: 23)),
      heard("dtmf.q24.interrupted_10_ms_percent", style(on: 80)) { $0.dropout = 10 },
      split("dtmf.q24.split_by_10_ms_percent"),
    ]
  }

  private func heard(
    _ name: String, _ style: DTMFStyle, atLeast: Double? = nil, atMost: Double? = nil, _ change: (inout DTMFTrial) -> Void = { _ in }
  ) -> Measurement {
    var trial = DTMFTrial(seed: 24, style: style)
    change(&trial)
    let target = atLeast.map { Measurement.Target.atLeast($0) } ?? atMost.map { .atMost($0) }
    return Measurement(name, trial.run(rounds: rounds).percent, "%", target)
  }

  /// Returns the percentage of digits of 80 ms that an interruption of 10 ms splits in two.
  private func split(_ name: String) -> Measurement {
    var trial = DTMFTrial(seed: 24, style: DTMFStyle(level: -12, twist: 0, on: 80, off: 50))
    trial.dropout = 10
    let result = trial.run(rounds: rounds)
    return Measurement(name, 100 * Double(result.wrong) / Double(result.sent), "%")
  }

  /// The false digits in half an hour of the speech of `SpeechLike`.
  private var falseDigits: Measurement {
    let minutes = 30
    let digits = (0..<UInt64(minutes)).reduce(0) { sum, minute in
      var voice = SpeechLike(seed: minute)
      return sum + DTMFDetector.digits(in: voice.speak(seconds: 60), rate: .narrowband).count
    }
    return Measurement("dtmf.false_digits_per_hour", Double(digits) * 60 / Double(minutes), "1")
  }

  /// The cost of a frame of 20 ms at 8,000 samples a second.
  private var cost: Measurement {
    var voice = SpeechLike(seed: 1)
    let samples = voice.speak(seconds: 60)
    let detector = DTMFDetector(rate: .narrowband)
    let start = Stopwatch.nanoseconds
    _ = detector.hear(samples)
    return Measurement("dtmf.detector_ns_per_frame", Double(Stopwatch.nanoseconds - start) / 3_000, "ns")
  }
}
