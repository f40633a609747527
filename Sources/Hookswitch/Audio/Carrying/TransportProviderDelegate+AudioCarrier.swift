public import CallAudio
public import CallControl
public import TransportLoader

/// Loaded transports carry audio if they serve `audio/1`; the others have no rates for any call.
extension TransportProviderDelegate: AudioCarrier {
  /// The rates that the transport offers for a call and the host takes.
  public func audioRates(of call: CallID, completion: @escaping @Sendable ([AudioRate]) -> Void) {
    audioFormats(of: call) { formats in completion(formats.compactMap { AudioRate(rawValue: $0.rate) }) }
  }

  /// Hands the rings to the transport's `attach`.
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

  /// The transport's `tick`, through the gate that keeps it away from what is being connected.
  public var audioClock: MediaClock? {
    mediaClock.map { MediaClock($0.function, context: $0.context) }
  }

  /// Gives the instance up, as one whose function never returns.
  public func audioClockHangs() { mediaClockHangs() }
}
