package import CallControl

/// The carrier of a host's media; without one, the providers carry it.
///
/// The module Hookswitch has one, over CallAudio. All functions may be called on any thread, and return without waiting.
package protocol HostSound: AnyObject, Sendable {
  /// Attaches the carrier to its host, before anything else.
  func serve(_ host: HostCore)
  /// Adds a provider that was registered or has a new delegate.
  func register(_ box: ProviderBox)
  /// Removes a provider that was retired or whose delegate is replaced.
  func retire(_ provider: ProviderID)
  /// Gives a line's audio to a provider (U1), and tells the provider when media can flow.
  func activate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason)
  /// Takes a line's audio away from a provider (U1).
  func deactivate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason)
  /// Sets a provider's audio configuration for a line.
  func configure(_ configuration: AudioSession.Configuration, on line: LineID, of provider: ProviderID)
  /// Forgets a line that the host has forgotten.
  func forget(_ line: LineID)
  /// Handles an alarm that it set.
  func timeCame()
  /// Returns the reason why a ringtone cannot be played; nil when it can.
  func ringtoneProblem(_ path: String) -> String?
  /// Stops all audio.
  func close()
}

/// Settings that create a host's media carrier.
package protocol HostSoundSettings: Sendable {
  /// Creates the media carrier of one host.
  func makeSound(clock: any HostClock, activity: Activity) -> any HostSound
}
