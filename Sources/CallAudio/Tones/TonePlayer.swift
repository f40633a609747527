internal import CTones

/// A tone being played, a piece at a time: a value, so that a copy plays on from the same sample.
public struct TonePlayer {
  private var player = ctones_player()
  /// The rate of the samples that it makes.
  public let rate: AudioRate

  /// Begins the tone at its first sample.
  public init(_ cadence: ToneCadence, rate: AudioRate) {
    self.rate = rate
    var tone = cadence.raw
    ctones_player_start(&player, &tone, rate.rawValue)
  }

  /// Whether everything was played.
  public var isOver: Bool { player.segment >= player.tone.n_segments }

  /// Fills `samples` with the tone, and with silence behind its end.
  ///
  /// Neither allocates nor waits. Returns how many samples are the tone's.
  public mutating func play(into samples: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let base = samples.baseAddress else { return 0 }
    return ctones_play(&player, base, samples.count)
  }

  /// The next `count` samples.
  public mutating func next(_ count: Int) -> [Int16] {
    [Int16](unsafeUninitializedCapacity: count) { samples, initialized in
      _ = play(into: samples)
      initialized = count
    }
  }
}
