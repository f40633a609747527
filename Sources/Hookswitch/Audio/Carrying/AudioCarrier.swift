public import CallAudio
public import CallControl

/// A provider's delegate that carries the audio of its calls: a loaded transport, or a program's own delegate.
///
/// Except for the clock, the host calls all functions on the provider's lane. The delegate calls each `completion` once, on any thread,
/// possibly before the function returns. The host assigns the call ids; for an unknown call the delegate returns no rates, and detaches it
/// as free.
public protocol AudioCarrier: ProviderDelegate {
  /// Requests the rates available for a call's audio, the best first; none while the call has no audio.
  ///
  /// A delegate reports a change by `Provider.reportCall(with:updated:)` with `hasAudioPort` true.
  func audioRates(of call: CallID, completion: @escaping @Sendable ([AudioRate]) -> Void)

  /// Connects a call's audio to the two rings of `leg`: `leg.toNet` provides audio for the far end, `leg.fromNet` takes the far end's.
  ///
  /// Even after a failure the delegate owns the rings until it completes `detachAudio`. `completion` gets nil on success.
  func attachAudio(of call: CallID, to leg: AudioLeg, completion: @escaping @Sendable (TransportError?) -> Void)

  /// Disconnects a call's rings, also for a call that has ended or was never connected.
  ///
  /// `completion` gets true when nothing touches the rings any more, and false when the delegate cannot guarantee that; the host then never
  /// reuses their memory.
  func detachAudio(of call: CallID, completion: @escaping @Sendable (Bool) -> Void)

  /// Reports that the provider now owns the audio of a line, or no longer owns that of any; no audio flows before `completion`.
  ///
  /// It serves delegates that pass the report on to another thread; others need only `provider(_:didActivate:)`.
  func setAudioActive(_ isActive: Bool, completion: @escaping @Sendable () -> Void)

  /// The clock to call every 20 ms on the audio thread while a call is connected; nil for none.
  var audioClock: MediaClock? { get }

  /// Reports, on any thread, that the delegate's clock has not returned for three ticks.
  ///
  /// The host never calls that clock again, and continues the audio of other calls.
  func audioClockHangs()
}

extension AudioCarrier {
  /// Completes at once.
  public func setAudioActive(_ isActive: Bool, completion: @escaping @Sendable () -> Void) { completion() }

  /// Does nothing: the delegate's calls stay, and are silent.
  public func audioClockHangs() {}

  /// No clock.
  public var audioClock: MediaClock? { nil }
}
