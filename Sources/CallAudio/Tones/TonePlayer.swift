internal import CTones
public import CallMixing

/// Plays a tone piece by piece; a copy continues from the same sample.
public struct TonePlayer {
  private var player = ctones_player()
  /// The sample rate.
  public let rate: AudioRate

  /// Creates a player at the tone's first sample.
  public init(_ cadence: ToneCadence, rate: AudioRate) {
    self.rate = rate
    var tone = cadence.raw
    ctones_player_start(&player, &tone, rate.rawValue)
  }

  /// True after the end of the tone.
  public var isOver: Bool { player.segment >= player.tone.n_segments }

  /// Fills `samples` with the tone, then with silence.
  ///
  /// Neither allocates nor waits. Returns the number of samples that belong to the tone.
  public mutating func play(into samples: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let base = samples.baseAddress else { return 0 }
    return ctones_play(&player, base, samples.count)
  }

  /// Returns the next `count` samples.
  public mutating func next(_ count: Int) -> [Int16] {
    [Int16](unsafeUninitializedCapacity: count) { samples, initialized in
      _ = play(into: samples)
      initialized = count
    }
  }
}

/// A segment of a tone with unchanging sound.
public struct ToneSegment: Hashable, Sendable {
  /// The simultaneous frequencies in hertz, at most four; empty for silence.
  public var frequencies: [Double]
  /// The frequency of the amplitude modulation in hertz; nil for none.
  public var modulation: Double?
  /// The level of each frequency in dBm0, sidebands included.
  public var level: Double
  /// The duration in milliseconds; nil for an endless segment.
  public var milliseconds: Int?

  /// Creates a segment of sound or of silence.
  public init(_ frequencies: [Double], modulation: Double? = nil, level: Double = -10, milliseconds: Int? = nil) {
    self.frequencies = frequencies
    self.modulation = modulation
    self.level = level
    self.milliseconds = milliseconds
  }

  /// True for silence.
  public var isSilence: Bool { frequencies.isEmpty }

  init(_ segment: ctones_segment) {
    let four = segment.hertz
    frequencies = [four.0, four.1, four.2, four.3].prefix { $0 > 0 }.map(Self.tenths)
    modulation = segment.modulation > 0 ? Self.tenths(segment.modulation) : nil
    level = Self.tenths(segment.dbm0)
    milliseconds = segment.ms > 0 ? Int(segment.ms) : nil
  }

  var raw: ctones_segment {
    var raw = ctones_segment()
    let four = frequencies.prefix(4).map(Float.init) + [Float](repeating: 0, count: max(0, 4 - frequencies.count))
    raw.hertz = (four[0], four[1], four[2], four[3])
    raw.modulation = Float(modulation ?? 0)
    raw.dbm0 = Float(level)
    raw.ms = UInt32(clamping: milliseconds ?? 0)
    return raw
  }

  /// Rounds to tenths, the resolution of plans, which a `Float` only approximates.
  private static func tenths(_ value: Float) -> Double { (Double(value) * 10).rounded() / 10 }
}

extension ToneCadence {
  /// Returns the tone as samples for a loop, without a click at the seam.
  ///
  /// A tone that ends gives its full length and `repeats` false. A tone with an initial part, such as a stutter dial tone, gives that part
  /// and up to 30 s of the rest. A continuous tone gives whole periods of all its frequencies, at least 0.5 s.
  public func loop(_ rate: AudioRate) -> (samples: [Int16], repeats: Bool) {
    let (lead, period) = period(rate)
    var player = TonePlayer(self, rate: rate)
    guard period > 0 else { return (player.next(lead), false) }
    guard once == 0 else { return (player.next(max(lead + period, 30 * rate.hertz)), true) }

    let passes = max(1, (rate.hertz / 2 + period - 1) / period)
    // A tone without a pause fades in at its start. Skip the fade; the samples after it are in phase with the first again.
    let skipped = (lead + period - 1) / period * period
    return (Array(player.next(skipped + passes * period)[skipped...]), true)
  }

  /// True for a tone without pauses, such as a dial tone.
  public var isContinuous: Bool { segments[once...].allSatisfy { !$0.isSilence } && !ends }
}

extension SampleLoop {
  /// Creates a loop of a tone; see `ToneCadence.loop`.
  public convenience init(_ cadence: ToneCadence, rate: AudioRate) {
    let (samples, repeats) = cadence.loop(rate)
    self.init(samples, rate: rate, isRepeating: repeats)
  }
}
