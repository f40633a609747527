/// The kinds of command to a provider.
public enum CommandKind: String, Codable, Sendable, CaseIterable {
  /// Start a call.
  case start
  /// Answer an incoming call.
  case answer
  /// End or decline a call.
  case end
  /// Hold or resume.
  case setHeld
  /// Mute or unmute our side.
  case setMuted
  /// Join another call's bridge, or leave it.
  case setGroup
  /// Send tones.
  case playDTMF
  /// Transfer a call.
  case transfer
}
