package import CallControl

/// A connection on which a scenario's providers hear actions and say words, such as a transport.
///
/// The scenario still decides what a provider does and when. The carrier brings it there and back, and the line hears what has arrived.
package protocol ScenarioCarrier: AnyObject {
  /// Begins a provider, or begins it anew after a loss.
  func begin(_ provider: ProviderID)
  /// Brings an action to its provider.
  func send(_ command: ProviderCommand, as ref: CommandRef, to provider: ProviderID)
  /// Has a provider give up an action, which the host has cancelled or whose time is over.
  func giveUp(_ ref: CommandRef, of provider: ProviderID)
  /// Has a provider say a word; returns the word as it arrives, nil for one that this connection does not carry.
  func say(_ word: CarriedWord, by provider: ProviderID) -> CarriedWord?
}

/// A word of a scripted provider.
package enum CarriedWord: Sendable {
  /// An answer to an action: a failure, or nil for success.
  case answer(CommandRef, CommandFailure?)
  case report(CallReport, CallID)
  case incoming(IncomingCall)
  /// It forgets all its calls and actions.
  case reset
  /// It is lost.
  case lost
}

extension ScenarioWorld {
  /// The word as the host hears it.
  func carried(_ word: CarriedWord, by provider: ProviderID) -> CarriedWord { carrier?.say(word, by: provider) ?? word }

  /// Passes a provider's answer to the line.
  mutating func hear(_ ref: CommandRef, _ failure: CommandFailure?, of provider: ProviderID, at time: Instant? = nil) {
    guard case .answer(let ref, let failure) = carried(.answer(ref, failure), by: provider) else { return }
    tell(ref.line, failure.map { .failed(provider, ref, $0) } ?? .fulfilled(provider, ref, at: time))
  }

  /// Passes a provider's report to the line.
  mutating func hear(_ report: CallReport, of call: CallID, by provider: ProviderID, on line: LineID, at time: Instant?) {
    guard case .report(let report, let call) = carried(.report(report, call), by: provider) else { return }
    tell(line, .report(provider, call, report, at: time))
  }
}
