internal import TransportKit

extension Exchange {
  /// Dials a number from our line.
  ///
  /// - Throws: A `TransportError` when the exchange refuses to dial; nothing has changed then.
  mutating func dial(_ call: Call, _ text: String, _ action: Action) throws(TransportError) {
    guard isRegistered, !isInTrouble else {
      let why = isRegistered ? "the line is out of order" : "the line is switched off"
      throw TransportError(.network, why, cause: .outOfOrder, domain: "mock-pstn")
    }
    guard let dialed = plan.dialed(text) else {
      throw TransportError(
        .invalid, "\(text) is not a number that can be dialed in \(plan.country.name)", cause: .invalidNumber, domain: "mock-pstn")
    }
    counters.dialed += 1
    flash(for: call)
    switch dialed {
    case .service(let code):
      begin(Party(call, code), Subscriber(), action)
      serve(code, call)
    case .short(let number):
      begin(Party(call, number), Self.emergency, action)
    case .number(let number) where number == settings.number:
      begin(Party(call, number), Subscriber(steps: Behaviour.busy), action)
    case .number(let number):
      begin(Party(call, number, isTest: subscriber(number)?.isTestPeer == true), subscriber(number) ?? Self.nobody, action)
    }
  }

  /// Returns the subscriber of a number: from the settings, else from the built-in numbers.
  func subscriber(_ number: String) -> Subscriber? {
    if let own = settings.numbers[number] { return own }
    return plan.builtInDigits(of: number).flatMap { BuiltInNumbers.all[$0] }
  }

  /// Continues the call as the target number would; after five forwardings the call ends.
  mutating func forward(_ call: Call, to number: String) {
    let number = number.utf8.count == 2 ? plan.builtIn(number) : number
    guard var party = parties[call] else { return }
    party.hops += 1
    party.number = number
    party.menu = nil
    let target = subscriber(number) ?? Self.nobody
    // A far end that has answered cannot ring again: a menu puts the call through.
    party.follow(party.hops > 5 ? [.hangUp(.routing)] : party.isActive ? target.stepsBehindAnAnswer : target.steps)
    parties[call] = party
    var info = CallInfo(handle: presented(number), displayName: target.name)
    info.stated = [.handle, .name]
    emit(.update(call, info))
    run(call)
  }

  /// Returns a number in the form that our line shows: E.164 or national.
  func presented(_ number: String) -> String {
    settings.showsNationalNumbers ? plan.national(of: number) : number
  }

  private mutating func begin(_ party: Party, _ subscriber: Subscriber, _ action: Action) {
    var party = party
    party.faults = subscriber.faults
    party.follow(subscriber.steps)
    parties[party.call] = party
    if subscriber.faults.contains(.deafToStart) { return }
    emit(.fulfil(action))
    if settings.congestion > 0, subscriber != Self.emergency, !party.isTest, random.happens(settings.congestion) {
      parties[party.call]?.follow(Behaviour.congestion)
    }
    run(party.call)
  }

  private static let nobody = Subscriber(does: "is not in service", steps: Behaviour.unallocated)
  private static let emergency = Subscriber(does: "answers after 1 s: an emergency centre", steps: Behaviour.answer(after: .seconds(1)))
}
