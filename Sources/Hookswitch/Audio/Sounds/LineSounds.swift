public import CallAudio
internal import CallControl

/// What a line's device plays beside calls: ringtones, waiting tones, ringback, and what a call that failed sounds like.
///
/// Tones are those of a country's exchanges, since a caller knows them by ear.
public struct LineSounds: Sendable {
  /// Whose tones they are.
  public var plan: TonePlan
  /// What rings, for each provider and caller; a file that cannot be read is the country's bell.
  public var ringtones: RingtoneBook

  /// A country's tones, and its bell.
  public init(_ plan: TonePlan = .international) {
    self.plan = plan
    ringtones = RingtoneBook(usual: .bell(plan))
  }

  /// A sound as the engine plays it: over and over, or once where it ends by itself.
  func loop(of sound: LineSound, rate: AudioRate) -> SampleLoop {
    switch sound {
    case .tone(let tone): return SampleLoop(plan[tone], rate: rate)
    case .ringtone(let provider, let caller):
      let ringtone = ringtones.ringtone(provider: provider.rawValue, caller: caller?.value)
      return (try? ringtone.loop(rate)) ?? SampleLoop(Ringtone.cadence(plan), rate: rate)
    }
  }
}
