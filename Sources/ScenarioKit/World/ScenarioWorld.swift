internal import CallControl

/// The world of one scenario: a host without threads, scripted providers, and a virtual clock.
///
/// It does the host's work around the pure values: it consults the switchboard, passes the event to the line, and carries out the line's
/// effects, **all of them before the next event**.
struct ScenarioWorld {
  let scenario: Scenario
  /// The limit on events at one instant of one step; beyond it the scenario is assumed to loop for ever.
  let mostTurns: Int
  /// The connection to its providers; nil when they are beside the host.
  let carrier: (any ScenarioCarrier)?
  var now = Instant.zero
  var board = Switchboard()
  var names = CallNames()
  var lines: [LineID: Line] = [:]
  /// The lines that were used, in the order of their first use.
  var lineOrder: [LineID] = []
  var providers: [ProviderID: ScriptedProvider] = [:]

  /// The immediate reports of providers, in the order of the actions.
  var inbox: [PlannedWord] = []
  var agenda = Agenda()

  var requestCount: UInt64 = 0
  var lastAsked = LastAsked()
  /// The provider of each call.
  var owners: [CallID: ProviderID] = [:]
  /// The calls that accepting a far end's transfer request starts.
  var askedFor: [CallID: CallID] = [:]
  /// The calls that programs have seen.
  var shown: Set<CallID> = []
  var screened: Set<CallID> = []
  var ends: [CallID: CallEnd] = [:]

  private(set) var journal: [ScenarioEntry] = []
  /// The journal's entries split into words, for patterns.
  private(set) var entryWords: [[Substring]] = []
  private(set) var records: [JournalRecord] = []
  /// The events since the step began or time last passed.
  private var turns = 0

  init(_ scenario: Scenario, mostTurns: Int = 100_000, carrier: (any ScenarioCarrier)? = nil) {
    self.scenario = scenario
    self.mostTurns = mostTurns
    self.carrier = carrier
    for (id, settings) in scenario.providers {
      providers[id] = ScriptedProvider(settings)
      board.register(id, settings.configuration, isReady: settings.isReady)
      if settings.recovers { board.setRecovers(id, true) }
      carrier?.begin(id)
    }
  }

  // MARK: Events

  /// Passes an event to a line and carries out its effects.
  mutating func tell(_ id: LineID, _ event: LineEvent) {
    open(id)
    guard let effects = lines[id]?.receive(event, at: now) else { return }
    records.append(JournalRecord(time: now, .received(id, event, effects)))
    let names = names
    let text = JournalText(line: id) { names.name($0) }
    for effect in effects {
      for entry in text.entries(effect) { note(entry.description) }
      carryOut(effect, of: id)
    }
  }

  /// Opens a line on its first use.
  private mutating func open(_ id: LineID) {
    guard lines[id] == nil else { return }
    let policy = scenario.linePolicies[id] ?? scenario.policy
    lines[id] = Line(id: id, policy: policy, roster: board.roster)
    lineOrder.append(id)
    records.append(JournalRecord(time: now, .opened(id, policy, board.roster)))
  }

  /// Passes an event to every open line, in the order of their first use.
  mutating func tellAll(_ event: LineEvent) {
    for id in lineOrder { tell(id, event) }
  }

  /// Adds a journal entry that no line writes.
  mutating func note(_ text: String) {
    journal.append(ScenarioEntry(time: now, text: text))
    entryWords.append(text.split(separator: " "))
  }

  mutating func record(_ body: JournalRecord.Body) {
    records.append(JournalRecord(time: now, body))
  }

  // MARK: Settling

  /// Begins a step: the limit on events applies to each step.
  mutating func beginStep() { turns = 0 }

  /// Delivers all pending reports that need no time to pass.
  mutating func settle() throws(StepFailure) {
    while !inbox.isEmpty {
      let word = inbox.removeFirst()
      try countTurn()
      say(word)
    }
  }

  /// Advances the clock, with everything that is due in order: a deadline comes before a provider's report of the same instant.
  mutating func advance(by duration: Duration) throws(StepFailure) {
    let end = now.advanced(by: duration)
    try settle()
    while let next = [nextDeadline, agenda.earliest].compactMap(\.self).min(), next <= end {
      if next > now { (now, turns) = (next, 0) }
      if let line = lineOrder.first(where: { lines[$0]?.nextDeadline.map { $0 <= now } ?? false }) {
        tell(line, .tick)
      } else if let word = agenda.takeDue(now) {
        say(word)
      }
      try countTurn()
      try settle()
    }
    now = end
  }

  private var nextDeadline: Instant? {
    lineOrder.compactMap { lines[$0]?.nextDeadline }.min()
  }

  private mutating func countTurn() throws(StepFailure) {
    turns += 1
    if turns > mostTurns {
      throw StepFailure("the scenario settles", "after \(mostTurns) reports it still goes on")
    }
  }
}

/// The unmet conditions of a step.
struct StepFailure: Error, Sendable {
  var findings: [ScenarioFailure.Finding]

  init(_ findings: [ScenarioFailure.Finding]) {
    self.findings = findings
  }

  init(_ expected: String, _ found: String) {
    findings = [ScenarioFailure.Finding(path: "", expected: expected, found: found)]
  }
}
