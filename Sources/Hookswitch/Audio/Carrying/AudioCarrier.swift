public import CallAudio
public import CallControl

/// A provider's delegate that carries its calls' audio: loaded transports do, and an embedder's own delegate can.
///
/// All functions but the clock's are called on the provider's lane. Every `completion` is called once, on any thread, perhaps before the
/// function returns. Calls are named by the host; one that the delegate does not know has no rates, and is detached as free.
public protocol AudioCarrier: ProviderDelegate {
  /// The rates that a call's audio can have, the best first; none while it has no audio.
  ///
  /// A call of which that changes says so by `Provider.reportCall(with:updated:)` with `hasAudioPort` true.
  func audioRates(of call: CallID, completion: @escaping @Sendable ([AudioRate]) -> Void)

  /// Connects a call's audio to two rings of `leg`: the far end is to hear what comes out of `leg.toNet`, and what it says goes into `leg.fromNet`.
  ///
  /// The rings are the delegate's until it has answered `detachAudio`, whether this comes about or not. `completion` gets nil when they are connected.
  func attachAudio(of call: CallID, to leg: AudioLeg, completion: @escaping @Sendable (TransportError?) -> Void)

  /// Lets go of a call's rings; also of a call that is over or was never connected.
  ///
  /// `completion` gets true when nothing touches them any more, false when that cannot be promised: then their memory is given up for good.
  func detachAudio(of call: CallID, completion: @escaping @Sendable (Bool) -> Void)

  /// Hears that the audio of any line is the provider's from now on, or of none any more; no sound flows before `completion` is called.
  ///
  /// For whoever has a thread of its own behind `provider(_:didActivate:)`; for everybody else that is enough.
  func setAudioActive(_ isActive: Bool, completion: @escaping @Sendable () -> Void)

  /// What wants to be called every 20 ms, on the audio thread, while a call is connected; nil: nothing.
  var audioClock: MediaClock? { get }

  /// Hears, on any thread, that its clock has not returned for three ticks.
  ///
  /// It is never called again, and the sound of other calls goes on without it.
  func audioClockHangs()
}

extension AudioCarrier {
  /// Is content with `provider(_:didActivate:)`.
  public func setAudioActive(_ isActive: Bool, completion: @escaping @Sendable () -> Void) { completion() }

  /// Does nothing: its calls stay, and are silent.
  public func audioClockHangs() {}

  /// Wants no clock.
  public var audioClock: MediaClock? { nil }
}
