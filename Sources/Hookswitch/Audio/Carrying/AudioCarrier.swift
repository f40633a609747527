public import CallAudio
public import CallControl
public import TransportLoader

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

/// A loaded transport carries audio if it serves `audio/1`; otherwise it has no rates for any call.
extension TransportProviderDelegate: AudioCarrier {
  /// Requests the transport's rates for a call, without those that the host does not support.
  public func audioRates(of call: CallID, completion: @escaping @Sendable ([AudioRate]) -> Void) {
    audioFormats(of: call) { formats in completion(formats.compactMap { AudioRate(rawValue: $0.rate) }) }
  }

  /// Passes the rings to the transport's `attach`.
  public func attachAudio(of call: CallID, to leg: AudioLeg, completion: @escaping @Sendable (TransportError?) -> Void) {
    guard let format = TransportAudioFormat(rate: leg.rate.rawValue) else {
      return completion(TransportError(domain: "host", message: "the host has no format of \(leg.rate.hertz) Hz"))
    }
    attachAudio(of: call, format, TransportRings(toNet: leg.toNet.table, fromNet: leg.fromNet.table)) { fault in
      completion(fault?.transportError)
    }
  }

  /// Takes the rings back by the transport's `detach`.
  public func detachAudio(of call: CallID, completion: @escaping @Sendable (Bool) -> Void) {
    detachAudio(of: call) { fate in completion(fate == .free) }
  }

  /// The transport's `tick`, which is skipped while the transport's own thread changes its rings.
  public var audioClock: MediaClock? {
    mediaClock.map { MediaClock($0.function, context: $0.context) }
  }

  /// Abandons the instance, as after any plugin function that never returns.
  public func audioClockHangs() { mediaClockHangs() }
}
