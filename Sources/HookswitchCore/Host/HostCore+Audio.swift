internal import CallControl
internal import Locking

// Whose the audio is: decided by the core, told here, in order.
extension HostCore {
  /// U1: the audio of a line is a provider's.
  ///
  /// Where the host carries audio itself it tells the provider when it is ready to; else at once.
  func giveAudio(to provider: ProviderID, on line: LineID, _ reason: AudioReason, _ time: Instant) {
    if let audio { return audio.activate(provider, on: line, reason) }
    // What the delegate asks for in an action that it is given before this still counts.
    self.provider(provider)?.call { [self] in $0.provider($1, didActivate: session(of: line, for: provider, reason, time)) }
    audioStates.changed(line, of: self)
  }

  /// U1: it is a provider's no longer.
  func takeAudio(from provider: ProviderID, on line: LineID, _ reason: AudioReason, _ time: Instant) {
    if let audio { return audio.deactivate(provider, on: line, reason) }
    let session = session(of: line, for: provider, reason, time)
    self.provider(provider)?.call { $0.provider($1, didDeactivate: session) }
    audioStates.changed(line, of: self)
  }

  /// A provider says what it wants of a line's audio; of an owner it counts at once.
  func wish(_ configuration: AudioSession.Configuration, on line: LineID, of provider: ProviderID) {
    let hasChanged = audioWishes.withLock { wishes in
      defer { wishes[line, default: [:]][provider] = configuration }
      return wishes[line]?[provider] != configuration
    }
    guard hasChanged else { return }
    audio?.configure(configuration, on: line, of: provider)
    audioStates.changed(line, of: self)
  }

  private func session(of line: LineID, for provider: ProviderID, _ reason: AudioReason, _ time: Instant) -> AudioSession {
    var session = AudioSession(line: line)
    session.configuration = audioWishes.withLock { $0[line]?[provider] } ?? AudioSession.Configuration()
    session.reason = reason
    session.since = time
    return session
  }
}
