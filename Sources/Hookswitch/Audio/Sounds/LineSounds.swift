public import CallAudio
internal import CallControl

/// What a line's device plays beside calls: ringtones, waiting tones, ringback, and what a call that failed sounds like.
///
/// Tones are those of a country's exchanges, since a caller knows them by ear.
public struct LineSounds: Sendable {
  /// Whose tones they are.
  public var plan: TonePlan
  /// The ringtones of callers and providers.
  ///
  /// Where it has nothing for a provider, the provider's own `ringtoneSound` rings. A file that cannot be read is the country's bell.
  public var ringtones: RingtoneBook

  /// A country's tones, and its bell.
  public init(_ plan: TonePlan = .international) {
    self.plan = plan
    ringtones = RingtoneBook(usual: .bell(plan))
  }

  /// A sound as the engine plays it: over and over, or once where it ends by itself.
  ///
  /// - Parameters:
  ///   - file: of a ringtone, the file that its provider's configuration names.
  ///   - complain: hears of a ringtone that cannot be played; the bell rings instead.
  func loop(of sound: LineSound, rate: AudioRate, file: String? = nil, complain: (RingtoneError) -> Void = { _ in }) -> SampleLoop {
    switch sound {
    case .tone(let tone): return SampleLoop(plan[tone], rate: rate)
    case .ringtone(let provider, let caller):
      do throws(RingtoneError) {
        return try ringtones.ringtone(provider: provider.rawValue, caller: caller?.value, file: file).loop(rate)
      } catch {
        complain(error)
        return SampleLoop(Ringtone.cadence(plan), rate: rate)
      }
    }
  }
}
