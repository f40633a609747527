internal import CTones

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
