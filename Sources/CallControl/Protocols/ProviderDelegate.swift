/// A provider's delegate: a transport's (through the loader) or an embedder's.
///
/// After [`CXProviderDelegate`](https://developer.apple.com/documentation/callkit/cxproviderdelegate). The host calls all functions on the
/// provider's own serial lane, one after another, never under a lock of the host, and never from inside a report of the provider. A slow
/// function delays only this provider (V7). The delegate answers each action exactly once; an action that it does not implement fails at
/// once (P3), and the host logs the missing function.
///
/// A delegate is `Sendable`, since the host calls it on the provider's lane. A delegate with state is either a final class that guards its
/// state with a lock, or a `@MainActor` class, set with `queue: .main`, whose functions are `nonisolated` and begin with
/// `MainActor.assumeIsolated`.
public protocol ProviderDelegate: CallActionPerforming {
  /// The provider is registered and may report and receive actions; called first.
  func providerDidBegin(_ provider: Provider)
  /// Drop all calls and all network and audio state at once; answer no pending action.
  func providerDidReset(_ provider: Provider)
  /// Carry out a whole transaction: the actions requested in one piece, in order.
  ///
  /// Return true to take it, and answer each of its actions. Return false to receive its actions one after another, each once the one
  /// before it is answered. When one of them fails, the rest are not sent, except Ends (E2).
  func provider(_ provider: Provider, execute transaction: Transaction) -> Bool
  /// An action's deadline passed; do not answer it.
  func provider(_ provider: Provider, timedOutPerforming action: any CallAction)
  /// An action no longer makes sense, since its call is being ended; stop, and do not answer it.
  func provider(_ provider: Provider, cancelled action: any CallAction)
  /// An incoming call rings here; tell the network.
  func provider(_ provider: Provider, didShow call: CallID)
  /// The rule in `error` refused an incoming call; reject it on the network.
  func provider(_ provider: Provider, didRefuse call: CallID, error: CallError)
  /// The verdict on a far end's transfer request (R3).
  func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?)
  /// A person pressed the provider's own button (`ProviderConfiguration.callButton`) for a live call.
  func provider(_ provider: Provider, didPressButtonOf call: CallID)
  /// The line's audio belongs to this provider now; start media.
  ///
  /// The host calls this after the action was fulfilled, and before media flows (U1).
  func provider(_ provider: Provider, didActivate session: AudioSession)
  /// The line's audio no longer belongs to this provider; stop media.
  func provider(_ provider: Provider, didDeactivate session: AudioSession)
  /// The device of the provider's audio changed: a headset was plugged in, the desktop chose another, or the device is gone.
  func provider(_ provider: Provider, didChange session: AudioSession)
}

extension ProviderDelegate {
  /// Does nothing.
  public func providerDidBegin(_ provider: Provider) {}
  /// Takes no whole transactions.
  public func provider(_ provider: Provider, execute transaction: Transaction) -> Bool {
    provider.lacksExecute()
    return false
  }
  /// Does nothing.
  public func provider(_ provider: Provider, timedOutPerforming action: any CallAction) {}
  /// Does nothing.
  public func provider(_ provider: Provider, cancelled action: any CallAction) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didShow call: CallID) {}
  /// Does nothing, since the report's completion has the refusal.
  public func provider(_ provider: Provider, didRefuse call: CallID, error: CallError) {}
  /// Does nothing.
  public func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didPressButtonOf call: CallID) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didActivate session: AudioSession) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didDeactivate session: AudioSession) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didChange session: AudioSession) {}
}
