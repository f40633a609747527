public import CallMixing

extension SampleLoop {
  /// A tone, to be played for as long as it is wanted: `ToneCadence.loop` says what is in it.
  public convenience init(_ cadence: ToneCadence, rate: AudioRate) {
    let (samples, repeats) = cadence.loop(rate)
    self.init(samples, rate: rate, isRepeating: repeats)
  }
}
