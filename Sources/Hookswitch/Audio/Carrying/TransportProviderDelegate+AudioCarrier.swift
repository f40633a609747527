public import CallAudio
public import CallControl
public import TransportLoader

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
