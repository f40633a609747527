internal import CallAudio
internal import CallControl
internal import TransportLoader

/// A provider that carries audio, asked on its own lane; one that is retired is asked all the same, to give back what it has.
struct CarrierLane: Sendable {
  private let carrier: any AudioCarrier
  private let box: ProviderBox
  /// Whether it says itself when there is somebody to ask: behind a loaded transport, instances come and go.
  let tellsWhenThere: Bool

  /// Nil: the provider's delegate carries no audio.
  init?(_ box: ProviderBox, console: AudioConsole) {
    guard let carrier = box.delegate as? any AudioCarrier else { return nil }
    self.carrier = carrier
    self.box = box
    let transport = box.delegate as? TransportProviderDelegate
    tellsWhenThere = transport != nil
    transport?.hearAudio { [weak console, id = box.id] event in
      switch event {
      case .port(let call, let isThere): console?.take(.port(call, isThere: isThere))
      case .began: console?.take(.carrier(id, isThere: true))
      case .ended: console?.take(.carrier(id, isThere: false))
      }
    }
  }

  /// Its clock.
  var clock: MediaClock? { carrier.audioClock }

  func rates(of call: CallID, _ completion: @escaping @Sendable ([AudioRate]) -> Void) {
    ask { carrier.audioRates(of: call, completion: completion) }
  }

  func attach(_ call: CallID, to leg: AudioLeg, _ completion: @escaping @Sendable (TransportError?) -> Void) {
    ask { carrier.attachAudio(of: call, to: leg, completion: completion) }
  }

  func detach(_ call: CallID, _ completion: @escaping @Sendable (Bool) -> Void) {
    ask { carrier.detachAudio(of: call, completion: completion) }
  }

  private func ask(_ body: @escaping @Sendable () -> Void) {
    if box.isDirect { body() } else { box.onLane(body) }
  }
}
