/// The host's side of its providers, which receives their reports.
///
/// Only `Provider` calls it. Like those of `AnswerSink`, its functions may be called on any thread, return without waiting, and never call
/// back before they return.
package protocol ProviderSink: AnswerSink {
  /// Receives several messages of one moment, in order.
  func receive(_ words: [ProviderWord], from provider: ProviderID)
  /// Receives an incoming call.
  ///
  /// The host calls `verdict` once, on the provider's lane, with nil when the call is shown.
  func receive(_ incoming: IncomingCall, from provider: ProviderID, verdict: @escaping @Sendable (CallError?) -> Void)
  /// Returns the id of a new incoming call, before it is reported.
  ///
  /// - Parameter localHandle: the user or number that was called; nil when the network did not say.
  func newCall(from provider: ProviderID, to localHandle: Handle?) -> CallID
  /// Returns the configuration in force.
  func configuration(of provider: ProviderID) -> ProviderConfiguration
  /// Replaces the configuration; calls in progress stay as they are (P5).
  func configure(_ provider: ProviderID, _ configuration: ProviderConfiguration)
  /// Sets a provider's audio configuration for the line of one of its calls.
  func configureAudio(_ configuration: AudioSession.Configuration, for call: CallID, of provider: ProviderID)
  /// Returns the provider's unanswered transactions, oldest first.
  func pendingTransactions(of provider: ProviderID) -> [Transaction]
  /// Retires the provider (P2).
  func invalidate(_ provider: ProviderID)
  /// Receives the name of a delegate function that was needed and is not implemented.
  func noteMissing(_ function: String, of provider: ProviderID)
}

extension ProviderSink {
  /// Returns an id that says nothing about the call.
  package func newCall(from provider: ProviderID, to localHandle: Handle?) -> CallID { .fresh() }

  /// Keeps no log.
  package func noteMissing(_ function: String, of provider: ProviderID) {}
}
