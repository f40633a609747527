internal import Hookswitch

/// What `hookswitch run` knows and decides: a value that is told things and says what to do, and does nothing itself.
///
/// Data flows one way: an input comes in, the state changes, effects go out. The shell around it (`RunSession`) reads, asks and prints.
struct RunMachine: Sendable {
  /// What was asked of the host for a command line, or for an incoming call.
  struct Ask: Sendable {
    /// The line as it was typed; nil: nobody typed it.
    var command: String?
    var call: CallID?
  }

  /// A `wait` that goes on.
  struct Waiting: Sendable {
    var command: String
    var what: Awaited
    var call: CallID?
    var until: Instant
  }

  /// Where it stands.
  enum Phase: Equatable, Sendable {
    /// Providers are becoming ready; commands wait.
    case starting(until: Instant)
    case running
    /// Calls are being ended; then it leaves with this exit code.
    case ending(Int32, until: Instant)
    case left
  }

  let settings: RunSettings
  var providers: [RunProvider]
  var phase: Phase
  var roll = CallRoll()
  var lines: [CallID: LineID] = [:]
  /// Pictures of calls whose line is not known yet.
  var unplaced: [CallID: [Call]] = [:]
  /// Command lines whose turn has not come.
  var queue: [String] = []
  var isInputOver = false
  var asks: [Int: Ask] = [:]
  var askCount = 0
  var waiting: Waiting?
  /// What happened since the command before the one under way was begun, as far as no `wait` has taken it.
  var recent: [RunEvent] = []
  /// The call that the command before dialed: it counts for `wait` even when it is over.
  var dialed: CallID?
  var hasFailed = false
  /// Calls whose end was asked for on the way out: once each.
  var ended: Set<CallID> = []
  var effects: [RunEffect] = []
  /// When it began, on the host's clock: what it tells has the time since then.
  let began: Instant
  var now: Instant

  init(_ providers: [RunProvider], settings: RunSettings, at time: Instant) {
    self.settings = settings
    self.providers = providers
    began = time
    now = time
    phase = .starting(until: time.advanced(by: settings.startTime))
    effects = [.wake(at: time.advanced(by: settings.startTime))]
  }

  mutating func tell(_ body: RunEvent.Body) {
    let event = RunEvent(time: .zero.advanced(by: began.duration(to: now)), body: body)
    effects.append(.tell(event))
    if event.word != nil {
      recent.append(event)
      // Nobody waits for ever: what a person never asked for is forgotten.
      if recent.count > 1_000 { recent.removeFirst(500) }
    }
  }

  mutating func answer(_ command: String, _ outcome: CommandAnswer.Outcome, call: CallID? = nil) {
    var answer = CommandAnswer(command: command, outcome: outcome, call: call.flatMap { roll.knownName($0) })
    if case .refused(let error) = outcome { answer.names = names(error.calls) }
    if case .failed(let error) = outcome { answer.names = names(error.calls) }
    finish(answer)
  }

  /// Tells an answer, and ends the run of a script when it is a bad one.
  mutating func finish(_ answer: CommandAnswer) {
    tell(.answer(answer))
    guard !answer.isGood else { return }
    effects.append(.complain("\(answer.command): \(answer.reason)"))
    guard !settings.isInteractive else { return }
    hasFailed = true
    queue = []
    isInputOver = true
  }

  private func names(_ calls: [CallID]) -> [CallID: CallName] {
    Dictionary(uniqueKeysWithValues: Set(calls).compactMap { call in roll.knownName(call).map { (call, $0) } })
  }

  /// Takes what became of something that was asked.
  mutating func finish(_ number: Int, _ outcome: AskOutcome) {
    guard let ask = asks.removeValue(forKey: number) else { return }
    guard let command = ask.command else {
      // Nobody typed it: what did not work is told, and ends nothing.
      if case .refused(let error) = outcome { complain("auto-answer", .refused(error), ask.call) }
      if case .failed(let error) = outcome { complain("auto-answer", .failed(error), ask.call) }
      return
    }
    switch outcome {
    case .done:
      if let call = ask.call { _ = roll.name(call) }
      answer(command, .done, call: ask.call)
    case .refused(let error): answer(command, .refused(error), call: ask.call)
    case .failed(let error): answer(command, .failed(error), call: ask.call)
    case .told(let diagnosis):
      finish(CommandAnswer(command: command, outcome: .done, call: ask.call.flatMap { roll.knownName($0) }, diagnosis: diagnosis))
    case .notTold(let reason): answer(command, .notTold(reason), call: ask.call)
    case .configured(let provider):
      finish(CommandAnswer(command: command, outcome: .done, text: "\(provider) has taken its new settings"))
    case .notConfigured(let reason): answer(command, .notConfigured(reason))
    case .notRecorded(let reason): answer(command, .notRecorded(reason), call: ask.call)
    }
  }

  private mutating func complain(_ command: String, _ outcome: CommandAnswer.Outcome, _ call: CallID?) {
    // A caller who gave up meanwhile is nobody's failure.
    if let call, roll[call]?.hasEnded ?? true { return }
    let answer = CommandAnswer(command: command, outcome: outcome, call: call.flatMap { roll.knownName($0) })
    effects.append(.complain("\(command): \(answer.reason)"))
  }

  /// Asks the host for something.
  mutating func ask(_ body: RequestBody, line: LineID, for command: String?, call: CallID?) {
    effects.append(.ask(expectAnswer(to: command, call), body, line: line))
  }

  /// The number under which the answer to something that is now asked comes back.
  mutating func expectAnswer(to command: String?, _ call: CallID?) -> Int {
    askCount += 1
    asks[askCount] = Ask(command: command, call: call)
    return askCount
  }
}
