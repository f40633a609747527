internal import CallControl
internal import Locking

// The core decides who owns the audio; this tells the providers, in order.
extension HostCore {
  /// Returns the present snapshot of the line that a call is or was on; nil when there is none.
  package func snapshot(with call: CallID) -> LineSnapshot? {
    board.withLock { $0.line(of: call) }?.snapshot
  }

  /// U1: gives a line's audio to a provider.
  ///
  /// A host that carries audio tells the provider once the audio is ready, else at once.
  func giveAudio(to provider: ProviderID, on line: LineID, _ reason: AudioReason, _ time: Instant) {
    if let audio { return audio.activate(provider, on: line, reason) }
    // The session is made on the delegate's lane, so it includes a configuration that an earlier action there sets.
    self.provider(provider)?.call { [self] in $0.provider($1, didActivate: session(of: line, for: provider, reason, time)) }
    audioStates.changed(line)
  }

  /// U1: takes a line's audio from a provider.
  func takeAudio(from provider: ProviderID, on line: LineID, _ reason: AudioReason, _ time: Instant) {
    if let audio { return audio.deactivate(provider, on: line, reason) }
    let session = session(of: line, for: provider, reason, time)
    self.provider(provider)?.call { $0.provider($1, didDeactivate: session) }
    audioStates.changed(line)
  }

  /// Sets a provider's audio configuration for a line; the owner's takes effect at once.
  func wish(_ configuration: AudioSession.Configuration, on line: LineID, of provider: ProviderID) {
    let hasChanged = audioWishes.withLock { wishes in
      defer { wishes[line, default: [:]][provider] = configuration }
      return wishes[line]?[provider] != configuration
    }
    guard hasChanged else { return }
    audio?.configure(configuration, on: line, of: provider)
    audioStates.changed(line)
  }

  private func session(of line: LineID, for provider: ProviderID, _ reason: AudioReason, _ time: Instant) -> AudioSession {
    var session = AudioSession(line: line)
    session.configuration = audioWishes.withLock { $0[line]?[provider] } ?? AudioSession.Configuration()
    session.reason = reason
    session.since = time
    return session
  }
}
