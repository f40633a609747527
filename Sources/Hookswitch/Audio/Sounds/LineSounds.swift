public import CallAudio
internal import CallControl

/// The sounds that a line's device plays in addition to calls: ringtones, call waiting, ringback, and the tones of failed calls.
///
/// The tones are those of a country's exchanges, which callers recognise.
public struct LineSounds: Sendable {
  /// The country's tone plan.
  public var plan: TonePlan
  /// The ringtones of callers and providers.
  ///
  /// A provider without an entry uses its own `ringtoneSound`. An unreadable file is replaced by the country's bell.
  public var ringtones: RingtoneBook

  /// Creates the sounds of a country: its tones and its bell.
  public init(_ plan: TonePlan = .international) {
    self.plan = plan
    ringtones = RingtoneBook(usual: .bell(plan))
  }

  /// Returns a sound as a loop for the engine, which repeats unless the sound ends by itself.
  ///
  /// - Parameters:
  ///   - file: The ringtone file that the provider's configuration names.
  ///   - complain: Receives the error of a ringtone that cannot be played; the bell replaces it.
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
