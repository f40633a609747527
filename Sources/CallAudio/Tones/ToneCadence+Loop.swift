internal import CTones
public import CallMixing

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
