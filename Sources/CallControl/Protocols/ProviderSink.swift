package import FoundationEssentials

/// Where a provider's words go: the host's side of a provider.
///
/// Providers and transports never call it themselves.
/// Every function may be called on any thread, returns without waiting, and never calls the caller back before it returns.
package protocol ProviderSink: AnyObject, Sendable {
  /// Takes one word.
  func receive(_ word: ProviderWord, from provider: ProviderID)
  /// Takes words that were said together, in order.
  func receive(_ words: [ProviderWord], from provider: ProviderID)
  /// Takes an incoming call whose reporter wants to hear the verdict; `verdict` is called once, on the provider's lane: nil when the call
  /// is shown.
  func receive(_ incoming: IncomingCall, from provider: ProviderID, verdict: @escaping @Sendable (CallError?) -> Void)
  /// The configuration that is in force.
  func configuration(of provider: ProviderID) -> ProviderConfiguration
  /// Puts another configuration in force; calls that are up stay as they are (P5).
  func configure(_ provider: ProviderID, _ configuration: ProviderConfiguration)
  /// Takes what a provider wants of the audio of the line that one of its calls is on.
  func configureAudio(_ configuration: AudioSession.Configuration, for call: CallID, of provider: ProviderID)
  /// What the provider was asked and has not answered, oldest first.
  func pendingTransactions(of provider: ProviderID) -> [Transaction]
  /// Whether the answer to a command came, or was given up.
  func isComplete(_ ref: CommandRef, provider: ProviderID) -> Bool
  /// Retires the provider (P2).
  func invalidate(_ provider: ProviderID)
  /// Takes the name of a delegate's function that the delegate does not implement and that was needed.
  func noteMissing(_ function: String, of provider: ProviderID)
  /// An instant of the host's clock as a date.
  func date(of instant: Instant) -> Date
  /// A date as the host's clock has it.
  func instant(of date: Date) -> Instant
}

extension ProviderSink {
  /// Keeps no log.
  package func noteMissing(_ function: String, of provider: ProviderID) {}
}
