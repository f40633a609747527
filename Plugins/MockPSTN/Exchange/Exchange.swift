internal import TransportKit

/// A telephone exchange, as a value: its subscribers, and the state of each call.
///
/// It has no clock, thread or host. Each event comes in through one method; the exchange answers with effects, which its shell,
/// ``MockPSTN``, takes with ``drain()`` after every event and carries out in order.
struct Exchange {
  var settings: Settings
  var random: SeededRandom
  var parties: [Call: Party] = [:]
  /// The last ended calls whose far end a test controls: the test may still ask for their observation.
  var past = EndedCalls<Party>()
  /// Calls to us that wait for their delay.
  var callBacks: [UInt64: Offer] = [:]
  var lastCallBack: UInt64 = 0
  var lastGroup = 0
  var scheduled = 0
  var counters = Counters()
  /// True while the host wants the line registered.
  var isRegistered = true
  var isActivated = false
  /// True while the line is cut or the exchange restarts.
  var isInTrouble = false
  /// True when a second call is offered beside another one.
  var hasCallWaiting: Bool
  /// The number to which the subscriber has forwarded incoming calls, set with `*72`.
  var ownForward: String?
  private var effects: [Effect] = []

  init(_ settings: Settings) {
    self.settings = settings
    random = SeededRandom(seed: settings.seed)
    hasCallWaiting = settings.hasCallWaiting
  }

  var plan: NumberingPlan { settings.plan }

  /// True while calls can be made and taken.
  var isUp: Bool { isActivated && isRegistered && !isInTrouble }

  /// Returns the effects since the last call, and clears them.
  mutating func drain() -> [Effect] {
    defer { effects.removeAll(keepingCapacity: true) }
    return effects
  }

  mutating func emit(_ effect: Effect) { effects.append(effect) }

  // MARK: The life of the line

  mutating func activate() {
    isActivated = true
    isInTrouble = false
    tellLine()
    scheduleNext()
  }

  mutating func deactivate() {
    isActivated = false
    stopCallers()
    emit(.stopTimer(.recovery))
  }

  /// Forgets every call; the host has already done so.
  mutating func reset() {
    for call in parties.keys.sorted(by: { $0.id < $1.id }) {
      emit(.stopTimer(.script(call)))
      emit(.silence(call))
    }
    parties.removeAll(keepingCapacity: true)
    past.removeAll()
    for key in callBacks.keys { emit(.stopTimer(.callBack(key))) }
    callBacks = [:]
  }

  mutating func setRegistered(_ registered: Bool) {
    isRegistered = registered
    tellLine()
    if registered { scheduleNext() } else { stopCallers() }
  }

  /// Applies new settings; calls continue unchanged.
  mutating func apply(_ new: Settings) {
    if new.seed != settings.seed { random = SeededRandom(seed: new.seed) }
    if new.hasCallWaiting != settings.hasCallWaiting { hasCallWaiting = new.hasCallWaiting }
    let isRescheduled = new.schedule != settings.schedule
    settings = new
    if isRescheduled {
      emit(.stopTimer(.schedule))
      scheduled = 0
      scheduleNext()
    }
  }

  func tellsLine() -> LineState { isRegistered ? isInTrouble ? .trying : .ready : .down }

  mutating func tellLine() {
    guard isActivated else { return }
    emit(.line(tellsLine(), retryAfter: .zero, nil))
  }

  /// Cancels the schedule and all pending calls to us.
  mutating func stopCallers() {
    emit(.stopTimer(.schedule))
    for key in callBacks.keys { emit(.stopTimer(.callBack(key))) }
    callBacks = [:]
  }

  /// Handles a timer that has fired.
  mutating func fired(_ timer: ExchangeTimer) {
    switch timer {
    case .script(let call): run(call)
    case .callBack(let key): if let offer = callBacks.removeValue(forKey: key) { self.offer(offer) }
    case .schedule: scheduledCall()
    case .recovery: recover()
    }
  }
}

/// Counts of events since the instance was created.
struct Counters {
  var dialed = 0
  var offered = 0
  /// Calls to us that were not taken, because the line was busy, down or forwarded, or the host refused.
  var turnedAway = 0
  /// Calls that ended because there was no circuit (cause 34).
  var congested = 0
  /// Ringing calls that our line sent on to another number.
  var deflected = 0
  var digitsHeard = 0
  var lineCuts = 0
  var restarts = 0

  var json: String {
    """
    "dialed":\(dialed),"offered":\(offered),"turned-away":\(turnedAway),"congested":\(congested),"deflected":\(deflected),\
    "digits-heard":\(digitsHeard),"line-cuts":\(lineCuts),"restarts":\(restarts)
    """
  }
}
