internal import CallAudio
internal import CallControl
internal import HookswitchCore
internal import TransportLoader

/// A provider that carries audio, called on its own lane.
///
/// After its retirement it is still called, to return its rings.
struct CarrierLane: Sendable {
  private let hold: DelegateHold
  private let box: ProviderBox
  /// True when the delegate reports when it can carry audio: the instances behind a loaded transport come and go.
  let tellsWhenThere: Bool
  /// The programs that carry the calls' audio in the place of the delegate; nil for a delegate that carries it.
  let programs: ProgramCarrier?

  /// Nil when the provider's delegate carries no audio.
  init?(_ box: ProviderBox, console: AudioConsole) {
    guard box.delegate is any AudioCarrier else { return nil }
    hold = box.hold
    self.box = box
    programs = nil
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

  /// A provider whose delegate carries no audio, for which programs carry it; nil when the delegate does.
  init?(programsOf box: ProviderBox) {
    guard !(box.delegate is any AudioCarrier) else { return nil }
    hold = box.hold
    self.box = box
    programs = ProgramCarrier()
    tellsWhenThere = false
  }

  /// The delegate, while it exists.
  private var carrier: (any AudioCarrier)? { hold.delegate as? any AudioCarrier }

  var clock: MediaClock? { carrier?.audioClock }

  /// The memory for the rings of a call; nil for memory of this process alone.
  func ringMemory(of call: CallID) -> TransportAudioMemory? { (hold.delegate as? TransportProviderDelegate)?.audioMemory(of: call) }

  func clockHangs() { carrier?.audioClockHangs() }

  func rates(of call: CallID, _ completion: @escaping @Sendable ([AudioRate]) -> Void) {
    if let programs { return completion(programs.rates(of: call)) }
    ask(carrier) {
      $0.audioRates(of: call, completion: completion)
    } orElse: {
      completion([])
    }
  }

  func attach(_ call: CallID, to leg: AudioLeg, _ completion: @escaping @Sendable (TransportError?) -> Void) {
    if let programs {
      let isDone = programs.attach(call, to: leg)
      return completion(isDone ? nil : TransportError(domain: "host", message: "the program that carried the call is gone"))
    }
    ask(carrier) {
      $0.attachAudio(of: call, to: leg, completion: completion)
    } orElse: {
      completion(TransportError(domain: "host", message: "the provider's delegate is gone"))
    }
  }

  func detach(_ call: CallID, from leg: AudioLeg, _ completion: @escaping @Sendable (Bool) -> Void) {
    if let programs {
      programs.detach(leg)
      return completion(true)
    }
    // A missing delegate cannot guarantee that its rings are no longer touched.
    ask(carrier) {
      $0.detachAudio(of: call, completion: completion)
    } orElse: {
      completion(false)
    }
  }

  private func ask(
    _ carrier: (any AudioCarrier)?, _ body: @escaping @Sendable (any AudioCarrier) -> Void, orElse: @escaping @Sendable () -> Void
  ) {
    guard let carrier else { return orElse() }
    if box.isDirect { body(carrier) } else { box.onLane { body(carrier) } }
  }
}
