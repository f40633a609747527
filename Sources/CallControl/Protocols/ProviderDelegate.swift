/// A provider's side of the host: what a transport (through the loader) or an embedder implements.
///
/// After [`CXProviderDelegate`](https://developer.apple.com/documentation/callkit/cxproviderdelegate). All functions are
/// called on the provider's own serial lane, one after another, never under a lock of the host, and never from inside a word of
/// the provider. A function that is slow delays this provider and nobody else (V7). Each action is answered exactly once; an
/// action that is not implemented fails at once (P3), and the host's log names the function that is missing.
///
/// A delegate is `Sendable`, since the host calls it on the provider's lane. A delegate with state is either a final class that
/// keeps its state behind a lock, or a `@MainActor` class whose functions are `nonisolated` and begin with
/// `MainActor.assumeIsolated`, set with `queue: .main`.
public protocol ProviderDelegate: AnyObject, Sendable {
  /// It is registered and may send and receive. Called first.
  func providerDidBegin(_ provider: Provider)
  /// Drop every call, all network and audio state at once; no action is to be answered.
  func providerDidReset(_ provider: Provider)
  /// A whole transaction: the actions that were asked for in one piece, in order.
  ///
  /// Return true to take it, and answer each of its actions. Return false to get its actions one after another, each once the one
  /// before it is answered. When one of them fails, those after it are not asked; an End is asked all the same (E2).
  func provider(_ provider: Provider, execute transaction: Transaction) -> Bool
  /// Call somebody; fulfil when the invitation was sent.
  func provider(_ provider: Provider, perform action: StartCallAction)
  /// Answer; fulfil when both sides can talk.
  func provider(_ provider: Provider, perform action: AnswerCallAction)
  /// End or decline.
  func provider(_ provider: Provider, perform action: EndCallAction)
  /// Hold or resume.
  func provider(_ provider: Provider, perform action: SetHeldCallAction)
  /// Mute or unmute.
  func provider(_ provider: Provider, perform action: SetMutedCallAction)
  /// Join or leave a bridge.
  func provider(_ provider: Provider, perform action: SetGroupCallAction)
  /// Send tones.
  func provider(_ provider: Provider, perform action: PlayDTMFCallAction)
  /// Hand a call over.
  func provider(_ provider: Provider, perform action: TransferCallAction)
  /// The host gave an action up, because of its deadline or because it makes no sense any more; it must not be answered now.
  func provider(_ provider: Provider, timedOutPerforming action: any CallAction)
  /// An action makes no sense any more (its call is being ended); stop, and do not answer it.
  func provider(_ provider: Provider, cancelled action: any CallAction)
  /// An incoming call is shown: it rings here. Say so to the network.
  func provider(_ provider: Provider, didShow call: CallID)
  /// An incoming call was refused by the rule that `error` names: reject it on the network.
  func provider(_ provider: Provider, didRefuse call: CallID, error: CallError)
  /// The verdict on a far end's wish to be transferred (R3).
  func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?)
  /// The line's audio is this provider's from now on: start media.
  ///
  /// It comes after the action that brought it about was fulfilled, and before any sound flows (U1).
  func provider(_ provider: Provider, didActivate session: AudioSession)
  /// The line's audio is no longer this provider's: stop media.
  func provider(_ provider: Provider, didDeactivate session: AudioSession)
  /// Sound takes another way while the audio is this provider's: a headset was plugged in, the desktop's choice is another, the device is
  /// gone.
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
  /// Fails at once: not implemented (P3).
  public func provider(_ provider: Provider, perform action: StartCallAction) { provider.lacks(action) }
  /// Fails at once: not implemented (P3).
  public func provider(_ provider: Provider, perform action: AnswerCallAction) { provider.lacks(action) }
  /// Fails at once: not implemented (P3); the host ends the call all the same (E2).
  public func provider(_ provider: Provider, perform action: EndCallAction) { provider.lacks(action) }
  /// Fails at once: not implemented (P3).
  public func provider(_ provider: Provider, perform action: SetHeldCallAction) { provider.lacks(action) }
  /// Fails at once: not implemented (P3).
  public func provider(_ provider: Provider, perform action: SetMutedCallAction) { provider.lacks(action) }
  /// Fails at once: not implemented (P3).
  public func provider(_ provider: Provider, perform action: SetGroupCallAction) { provider.lacks(action) }
  /// Fails at once: not implemented (P3).
  public func provider(_ provider: Provider, perform action: PlayDTMFCallAction) { provider.lacks(action) }
  /// Fails at once: not implemented (P3).
  public func provider(_ provider: Provider, perform action: TransferCallAction) { provider.lacks(action) }
  /// Does nothing.
  public func provider(_ provider: Provider, timedOutPerforming action: any CallAction) {}
  /// Does nothing.
  public func provider(_ provider: Provider, cancelled action: any CallAction) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didShow call: CallID) {}
  /// Does nothing: the completion of the report has said it already.
  public func provider(_ provider: Provider, didRefuse call: CallID, error: CallError) {}
  /// Does nothing.
  public func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didActivate session: AudioSession) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didDeactivate session: AudioSession) {}
  /// Does nothing.
  public func provider(_ provider: Provider, didChange session: AudioSession) {}
}
