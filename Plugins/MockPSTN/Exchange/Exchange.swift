internal import TransportKit

/// A telephone exchange, as a value: what its subscribers do, and what becomes of each call.
///
/// Nothing here has a clock, a thread or a host. What happens comes in through one method each, and what must be done about it goes out as
/// effects, which its shell, ``MockPSTN``, takes with ``drain()`` after every word and carries out in order.
struct Exchange {
  var settings: Settings
  var random: SeededRandom
  var parties: [Call: Party] = [:]
  /// Calls that are over and whose far end was a test, which may still ask what it saw.
  var past: [Call: Party] = [:]
  /// Callers who will call.
  var callBacks: [UInt64: Offer] = [:]
  var lastCallBack: UInt64 = 0
  var lastGroup = 0
  var scheduled = 0
  var counters = Counters()
  /// The line is up, as far as we want it.
  var isRegistered = true
  var isActivated = false
  /// The line is cut, or the exchange starts again.
  var isInTrouble = false
  /// Whether a second call is offered while one is up.
  var hasCallWaiting: Bool
  /// To whom the subscriber has forwarded the calls that come.
  var ownForward: String?
  private var effects: [Effect] = []

  init(_ settings: Settings) {
    self.settings = settings
    random = SeededRandom(seed: settings.seed)
    hasCallWaiting = settings.hasCallWaiting
  }

  var plan: NumberingPlan { settings.plan }

  /// Whether calls can be made and taken.
  var isUp: Bool { isActivated && isRegistered && !isInTrouble }

  /// What is to be done now.
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

  /// Forgets everything about calls; the host has done so already.
  mutating func reset() {
    for call in parties.keys.sorted(by: { $0.id < $1.id }) {
      emit(.stopTimer(.script(call)))
      emit(.silence(call))
    }
    parties.removeAll(keepingCapacity: true)
    past = [:]
    for key in callBacks.keys { emit(.stopTimer(.callBack(key))) }
    callBacks = [:]
  }

  mutating func setRegistered(_ registered: Bool) {
    isRegistered = registered
    tellLine()
    if registered { scheduleNext() } else { stopCallers() }
  }

  /// Takes other settings; calls go on as they are.
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

  /// Nobody will call any more.
  mutating func stopCallers() {
    emit(.stopTimer(.schedule))
    for key in callBacks.keys { emit(.stopTimer(.callBack(key))) }
    callBacks = [:]
  }

  /// What was waited for is over.
  mutating func fired(_ timer: ExchangeTimer) {
    switch timer {
    case .script(let call): run(call)
    case .callBack(let key): if let offer = callBacks.removeValue(forKey: key) { self.offer(offer) }
    case .schedule: scheduledCall()
    case .recovery: recover()
    }
  }
}
