public import CallMixing

extension SampleLoop {
  /// Creates a loop of a tone; see `ToneCadence.loop`.
  public convenience init(_ cadence: ToneCadence, rate: AudioRate) {
    let (samples, repeats) = cadence.loop(rate)
    self.init(samples, rate: rate, isRepeating: repeats)
  }
}
