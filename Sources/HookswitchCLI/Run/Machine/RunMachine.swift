internal import Hookswitch
internal import HostConfiguration
internal import TransportLoader

/// The state and decisions of `hookswitch run`, as a value without side effects.
///
/// Data flows one way: an input comes in, the state changes, effects go out. The shell around it (`RunSession`) reads, asks and prints.
struct RunMachine: Sendable {
  /// A request to the host, for a command line or made by the machine itself.
  struct Ask: Sendable {
    /// The line as typed; nil for a request of the machine itself.
    var command: String?
    var call: CallID?
    /// The number of times that the same was asked before.
    var tries = 0
  }

  /// A pending `wait`.
  struct Waiting: Sendable {
    var command: String
    var what: Awaited
    var call: CallID?
    var until: Instant
  }

  /// The phase of the run.
  enum Phase: Equatable, Sendable {
    /// Providers are becoming ready; commands wait.
    case starting(until: Instant)
    case running
    /// Calls are being ended; then the command exits with this code.
    case ending(Int32, until: Instant)
    case left
  }

  let settings: RunSettings
  var providers: [RunProvider]
  var phase: Phase
  var roll = CallRoll()
  /// Command lines that have not begun.
  var queue: [String] = []
  var isInputOver = false
  var asks: [Int: Ask] = [:]
  var askCount = 0
  var waiting: Waiting?
  /// The events since the previous command began, except those that a `wait` has used.
  var recent: [RunEvent] = []
  /// The call that the previous command dialed: `wait` considers it even when it has ended.
  var dialed: CallID?
  var hasFailed = false
  /// Calls that the machine asked to end while leaving, each once.
  var ended: Set<CallID> = []
  var effects: [RunEffect] = []
  /// The start time on the host's clock; printed times count from it.
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
      // A person may never use `wait`: limit the events that are kept.
      if recent.count > 1_000 { recent.removeFirst(500) }
    }
  }

  mutating func answer(_ command: String, _ outcome: CommandAnswer.Outcome, call: CallID? = nil) {
    var answer = CommandAnswer(command: command, outcome: outcome, call: call.flatMap { roll.knownName($0) })
    if case .refused(let error) = outcome { answer.names = names(error.calls) }
    if case .failed(let error) = outcome { answer.names = names(error.calls) }
    finish(answer)
  }

  /// Prints an answer; a failure ends a script.
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

  /// Takes the outcome of a request.
  mutating func finish(_ number: Int, _ outcome: AskOutcome) {
    guard let ask = asks.removeValue(forKey: number) else { return }
    guard let command = ask.command else {
      // The machine's own request: print a failure, but do not end the run.
      let name = if case .ending = phase { "end" } else { "auto-answer" }
      if case .refused(let error) = outcome { complain(name, .refused(error), ask.call) }
      if case .failed(let error) = outcome { complain(name, .failed(error), ask.call) }
      if case .notTaken(let reason) = outcome { complain(name, .misunderstood(reason), ask.call) }
      return
    }
    switch outcome {
    case .done:
      if let call = ask.call { _ = roll.name(call) }
      answer(command, .done, call: ask.call)
    case .refused(let error):
      if let call = ask.call { roll.forgetUnseen(call) }
      answer(command, .refused(error), call: ask.call)
    case .failed(let error): answer(command, .failed(error), call: ask.call)
    case .notTaken(let reason):
      if let call = ask.call { roll.forgetUnseen(call) }
      answer(command, .misunderstood(reason), call: ask.call)
    case .told(let diagnosis):
      finish(CommandAnswer(command: command, outcome: .done, call: ask.call.flatMap { roll.knownName($0) }, diagnosis: diagnosis))
    case .notTold(let reason): answer(command, .notTold(reason), call: ask.call)
    case .configured(let provider):
      finish(CommandAnswer(command: command, outcome: .done, text: "\(provider) uses its new settings"))
    case .notConfigured(let reason): answer(command, .notConfigured(reason))
    case .upgraded(let reports):
      finish(CommandAnswer(command: command, outcome: .done, upgrades: reports))
    case .notUpgraded(let reason): answer(command, .notUpgraded(reason))
    case .listed(let entries): list(entries, for: ask, command)
    case .audio(let report): finish(CommandAnswer(command: command, outcome: .done, audio: report))
    case .processes(let report): finish(CommandAnswer(command: command, outcome: .done, processes: report))
    case .notRecorded(let reason): answer(command, .notRecorded(reason), call: ask.call)
    }
  }

  private mutating func complain(_ command: String, _ outcome: CommandAnswer.Outcome, _ call: CallID?) {
    // A caller who hung up meanwhile is no failure.
    if let call, roll[call]?.hasEnded ?? true { return }
    let answer = CommandAnswer(command: command, outcome: outcome, call: call.flatMap { roll.knownName($0) })
    effects.append(.complain("\(command): \(answer.reason)"))
  }

  /// Asks the host to perform a request; one about calls goes to their line, whatever `line` is.
  mutating func ask(_ body: RequestBody, line: LineID = .main, for command: String?, call: CallID?) {
    effects.append(.ask(expectAnswer(to: command, call), body, line: line))
  }

  /// Returns the number that the answer to a new request will have.
  mutating func expectAnswer(to command: String?, _ call: CallID?) -> Int {
    askCount += 1
    asks[askCount] = Ask(command: command, call: call)
    return askCount
  }
}

/// A provider in the machine of `hookswitch run`.
struct RunProvider: Equatable, Sendable {
  var id: ProviderID
  /// The transport's names of its kinds of handle, the first kind first.
  var kinds: [String] = []
  /// The place of its transport's settings, as file and JSON path; nil when it has none.
  var settings: String?
  /// Its present standing; nil before its first report.
  var standing: Roster.Standing?
  /// True once it was ready.
  var wasReady = false
  /// The reason of its last loss.
  var loss: String?
}

extension RunProvider {
  /// Creates the machine's view of a provider.
  init(_ provider: PreparedProvider, in file: String) {
    self.init(
      id: provider.id, kinds: provider.transport.descriptor.handleKinds, settings: provider.account.settingsPath.map { "\(file): \($0)" })
  }
}

/// The settings of `hookswitch run`.
struct RunSettings: Equatable, Sendable {
  /// True when a person types: commands then run concurrently, and errors end nothing.
  var isInteractive = false
  /// True when incoming calls are answered automatically.
  var answersCalls = false
  /// The default limit of `wait`.
  var waits = Duration.seconds(30)
  /// The time for providers to become ready before the first command.
  var startTime = Duration.seconds(3)
  /// The time for calls to end before the command leaves.
  var endTime = Duration.seconds(5)
}

/// The outside as the machine sees it while it runs a command: ids for new calls, and the audio's route.
struct RunWorld {
  var newCall: () -> CallID
  /// Sets a line's audio route, nil for the automatic one; returns the reason of a failure.
  var setRoute: (LineID, String?) -> String? = { _, _ in nil }
}
