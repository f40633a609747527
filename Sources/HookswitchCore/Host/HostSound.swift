package import CallControl

/// Carries the sound of a host's calls; a host without it leaves that to its providers.
///
/// The module Hookswitch brings one, over CallAudio. All functions may be called on any thread, and return without waiting.
package protocol HostSound: AnyObject, Sendable {
  /// Ties the sound to its host, before anything else.
  func serve(_ host: HostCore)
  /// Takes a provider that was registered, or that has another delegate.
  func register(_ box: ProviderBox)
  /// Takes back a provider that was retired, or whose delegate goes.
  func retire(_ provider: ProviderID)
  /// Gives a line's audio to a provider (U1): tells the provider when sound can flow.
  func activate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason)
  /// Takes a line's audio away from a provider (U1).
  func deactivate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason)
  /// Takes what a provider wants of a line's audio.
  func configure(_ configuration: AudioSession.Configuration, on line: LineID, of provider: ProviderID)
  /// Forgets a line that the host has forgotten.
  func forget(_ line: LineID)
  /// Hears that a time has come for which it set an alarm.
  func timeCame()
  /// Why a ringtone cannot be played; nil: it can.
  func ringtoneProblem(_ path: String) -> String?
  /// Stops everything.
  func close()
}

/// Settings that make a host's sound.
package protocol HostSoundSettings: Sendable {
  /// Makes the sound of one host.
  func makeSound(clock: any HostClock, activity: Activity) -> any HostSound
}
