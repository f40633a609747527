internal import TransportKit

/// Calls to us: by service code, by a number's behaviour, and by schedule.
extension Exchange {
  /// Schedules a call to us that this call causes.
  mutating func callBack(_ back: CallBack, beside call: Call) {
    guard let party = parties[call] else { return }
    let number = back.from.map { $0.utf8.count == 2 ? plan.builtIn($0) : $0 } ?? party.number
    var info = introduction(number, isWithheld: back.isWithheld)
    if back.isUnavailable { (info.handle, info.displayName, info.presentation) = ("", "", .unavailable) }
    if let diverted = back.divertedFrom { info.divertedFrom = presented(diverted.utf8.count == 2 ? plan.builtIn(diverted) : diverted) }
    expect(Offer(info: info, number: number, ringing: back.ringing, answered: back.answered), after: back.after)
  }

  mutating func expect(_ offer: Offer, after delay: Duration) {
    lastCallBack += 1
    callBacks[lastCallBack] = offer
    if delay == .zero { return fired(.callBack(lastCallBack)) }
    emit(.startTimer(.callBack(lastCallBack), delay))
  }

  /// Returns the caller identification of a call from this number.
  func introduction(_ number: String, isWithheld: Bool = false) -> CallInfo {
    let caller = subscriber(number) ?? Subscriber()
    let isWithheld = isWithheld || caller.isWithheld
    var info = CallInfo(handle: isWithheld ? "" : presented(number), displayName: isWithheld ? "" : caller.name)
    info.presentation = isWithheld ? .withheld : .allowed
    info.localHandle = settings.number.isEmpty ? "" : presented(settings.number)
    return limited(info)
  }

  /// Returns the description of a call to us, without deflection on a line that lacks it.
  func limited(_ info: CallInfo) -> CallInfo {
    var info = info
    if !settings.hasCallDeflection {
      info.flags.remove(.canDeflect)
      info.stated.insert(.canDeflect)
    }
    return info
  }

  /// Offers a call to our line.
  mutating func offer(_ offer: Offer) {
    guard isUp, ownForward == nil, hasCallWaiting || parties.isEmpty else { return counters.turnedAway += 1 }
    emit(.offer(offer))
  }

  /// Takes the host's answer to an offer: its call, or nil when it refused.
  mutating func offered(_ offer: Offer, _ call: Call?) {
    guard let call else { return counters.turnedAway += 1 }
    counters.offered += 1
    var party = Party(call, offer.number)
    party.follow(offer.ringing)
    party.answered = offer.answered
    parties[call] = party
    run(call)
  }

  /// Answers an incoming call, unless its far end has vanished.
  mutating func answer(_ call: Call, _ action: Action) {
    guard let party = parties[call], !party.faults.contains(.vanished) else { return }
    flash(for: call)
    stop(call)
    parties[call]?.isActive = true
    emit(.fulfil(action))
    tellSpeech(call)
    parties[call]?.follow(party.answered)
    run(call)
  }

  // MARK: The schedule

  /// Starts the timer for the next scheduled call, if there is one.
  mutating func scheduleNext() {
    guard isActivated, isRegistered, let schedule = settings.schedule, schedule.limit == 0 || scheduled < schedule.limit else { return }
    emit(.startTimer(.schedule, random.exponential(mean: .seconds(1) / schedule.callsPerSecond)))
  }

  mutating func scheduledCall() {
    guard let schedule = settings.schedule else { return }
    scheduled += 1
    let number = schedule.from.randomElement(using: &random) ?? plan.builtIn("00")
    let holding = random.exponential(mean: schedule.holding)
    offer(
      Offer(
        info: introduction(number), number: number, ringing: [.waitForNoAnswer, .hangUp(.noAnswer)],
        answered: [.wait(holding), .hangUp(.normal)]))
    scheduleNext()
  }
}
