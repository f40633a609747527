/// The kinds of thing that can be asked of a provider.
public enum CommandKind: String, Codable, Sendable, CaseIterable {
  /// Call somebody.
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
  /// Hand a call over.
  case transfer
}
