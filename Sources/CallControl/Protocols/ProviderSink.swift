package import FoundationEssentials

/// The host's side of its providers, which receives their reports.
///
/// Only `Provider` and `ActionTicket` call it. Every function may be called on any thread, returns without waiting, and never calls back
/// before it returns.
package protocol ProviderSink: AnyObject, Sendable {
  /// Receives one message.
  func receive(_ word: ProviderWord, from provider: ProviderID)
  /// Receives several messages of one moment, in order.
  func receive(_ words: [ProviderWord], from provider: ProviderID)
  /// Receives an incoming call.
  ///
  /// The host calls `verdict` once, on the provider's lane, with nil when the call is shown.
  func receive(_ incoming: IncomingCall, from provider: ProviderID, verdict: @escaping @Sendable (CallError?) -> Void)
  /// Returns the configuration in force.
  func configuration(of provider: ProviderID) -> ProviderConfiguration
  /// Replaces the configuration; calls in progress stay as they are (P5).
  func configure(_ provider: ProviderID, _ configuration: ProviderConfiguration)
  /// Sets a provider's audio configuration for the line of one of its calls.
  func configureAudio(_ configuration: AudioSession.Configuration, for call: CallID, of provider: ProviderID)
  /// Returns the provider's unanswered transactions, oldest first.
  func pendingTransactions(of provider: ProviderID) -> [Transaction]
  /// Returns true once a command was answered or given up, also while the answer waits for its line.
  func isComplete(_ ref: CommandRef, provider: ProviderID) -> Bool
  /// Retires the provider (P2).
  func invalidate(_ provider: ProviderID)
  /// Receives the name of a delegate function that was needed and is not implemented.
  func noteMissing(_ function: String, of provider: ProviderID)
  /// Converts an instant of the host's clock to a date.
  func date(of instant: Instant) -> Date
  /// Converts a date to an instant of the host's clock.
  func instant(of date: Date) -> Instant
}

extension ProviderSink {
  /// Keeps no log.
  package func noteMissing(_ function: String, of provider: ProviderID) {}
}
