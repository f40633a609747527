internal import TransportKit

/// A simulated telephone exchange with one line: numbers with scripts, subscriber services, and network faults on demand.
///
/// The ``Exchange`` decides. This class is a thin shell that owns the host, the timers and the audio.
///
/// **Carry out the exchange's effects, in order, after every event and before the next one.**
final class MockPSTN: Transport {
  static let descriptor = TransportDescriptor(
    id: "org.hookswitch.mock-pstn", name: "Mock PSTN", version: "0.1.0", vendor: "Hookswitch", license: "Apache-2.0",
    handleKinds: ["tel"])

  let host: Host
  var exchange: Exchange
  let library = SoundLibrary()
  var sounds: [Call: LineSound] = [:]
  /// The timer of ``look()``, while a call has audio.
  var looking: Timer?
  var timers: [ExchangeTimer: Timer] = [:]
  /// True from the moment when it has taken calls over until that is settled.
  var hasTaken = false

  init(host: Host, configuration: Configuration) throws(TransportError) {
    self.host = host
    exchange = Exchange(try Settings(configuration))
  }

  func begin() throws(TransportError) { try LineDesk.rehearseOnce() }

  func activate() throws(TransportError) {
    // An exchange that was taken over is active, with its timers.
    if hasTaken { exchange.tellLine() } else { exchange.activate() }
    describe()
    carryOut()
  }

  func deactivate() -> Outcome {
    exchange.deactivate()
    carryOut()
    return .done
  }

  func reset() {
    exchange.reset()
    carryOut()
  }

  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    try exchange.dial(call, to.handle, action)
    carryOut()
    return .pending
  }

  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome {
    exchange.answer(call, action)
    carryOut()
    return .pending
  }

  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome {
    guard let party = exchange.parties[call] else { return .done }
    if party.faults.contains(.deafToEnd), action.id != 0 { return .pending }
    exchange.ended(call, why)
    carryOut()
    return .done
  }

  func shown(_ call: Call) {
    exchange.parties[call]?.isRinging = true
  }

  /// Reports the limits of this line to the host.
  func describe() {
    var limits = ProviderLimits()
    limits.maxCalls = UInt32(exchange.settings.callLimit)
    if exchange.settings.isSubscriberLine { (limits.maxGroups, limits.maxCallsPerGroup) = (1, 2) }
    limits.name = exchange.settings.name
    limits.emergencyNumbers = exchange.plan.emergencyNumbers()
    host.provider(limits)
  }

  // MARK: Effects of the exchange

  /// Carries out the exchange's effects until none are left.
  func carryOut() {
    while true {
      let effects = exchange.drain()
      if effects.isEmpty { return }
      for effect in effects { carryOut(effect) }
    }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .fulfil(let action): host.fulfil(action)
    case .report(let call, let state): host.report(call, state)
    case .update(let call, let info): host.update(call, info)
    case .digits(let call, let digits): host.digits(call, digits)
    case .ended(let call, let reason, let error): host.ended(call, reason, error)
    case .forgotten(let error): host.resetAll(error)
    case .line(let state, let retryAfter, let error): host.line(state, retryAfter: retryAfter, error: error)
    case .offer(let offer): exchange.offered(offer, host.incoming(offer.info))
    case .startTimer(let name, let delay): start(name, delay)
    case .stopTimer(let name): host.cancel(timers.removeValue(forKey: name))
    case .play(let call, let sound): play(sound, on: call)
    case .listen(let call, let listening): listen(listening, on: call)
    case .speech(let call, let hears, let isHeard): setSpeech(call, hears: hears, isHeard: isHeard)
    case .silence(let call): silence(call)
    }
  }

  private func start(_ name: ExchangeTimer, _ delay: Duration) { start(name, at: host.now &+ UInt64(delay / .nanoseconds(1))) }

  /// Starts a timer that fires at a time of the host's clock.
  func start(_ name: ExchangeTimer, at time: UInt64) {
    host.cancel(timers[name])
    timers[name] = host.at(time) { [unowned self] in
      timers[name] = nil
      exchange.fired(name)
      carryOut()
    }
    // Without a timer from the host, continue the script at once: otherwise it would never continue.
    if timers[name] == nil, case .script = name { exchange.fired(name) }
  }
}
