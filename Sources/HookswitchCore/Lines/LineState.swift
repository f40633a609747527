internal import CallControl
internal import FoundationEssentials

/// The state under a line's lock: the line, and the shell's bookkeeping about it.
struct LineState: Sendable {
  /// The host's state that a turn needs.
  struct Surroundings: Sendable {
    let now: Instant
    let setting: LineSetting
  }

  var line: Line
  /// Inputs that came while another thread was draining.
  var waiting: [LineInput] = []
  var isDraining = false
  var isClosed = false
  /// True when the host made the line for one incoming call.
  let isGenerated: Bool
  /// True from the source's permission to add a call until it is told that the line is idle.
  var isBusy = false
  /// The line's time in the host's heap, if any.
  var noted: Instant?
  var commands: [OpenCommand] = []

  /// The policy of a new line; indirect, since it is rarely present.
  private indirect enum Beginning: Sendable { case with(LinePolicy) }

  /// Nil once the line has received an event.
  private var beginning: Beginning?
  private var edition: UInt64 = 0
  private var requests: [OpenRequest] = []
  private var verdicts: [CallID: IncomingVerdict] = [:]
  private var notes = LineNotes()
  /// The calls of the last snapshot for observers, and its observation; 0 before the first.
  private var shown: (calls: [Call], observation: UInt64) = ([], 0)

  init(id: LineID, policy: LinePolicy, isGenerated: Bool) {
    self.isGenerated = isGenerated
    beginning = .with(policy)
    line = Line(id: id, policy: policy)
  }

  /// Removes and returns the waiting inputs.
  mutating func takeWaiting() -> [LineInput] {
    var taken: [LineInput] = []
    swap(&taken, &waiting)
    return taken
  }

  /// Marks the commands whose answers wait for the drainer: for their providers they are complete.
  mutating func noteAnswers(in inputs: ArraySlice<LineInput>) {
    for case .event(.fulfilled(let provider, let ref, _)) in inputs { noteAnswer(to: ref.id, from: provider) }
    for case .event(.failed(let provider, let ref, _)) in inputs { noteAnswer(to: ref.id, from: provider) }
  }

  private mutating func noteAnswer(to command: CommandID, from provider: ProviderID) {
    guard let place = commands.firstIndex(where: { $0.command.id == command && $0.provider == provider }) else { return }
    commands[place].isAnswered = true
  }

  /// Lets the line receive the next input, unless the source must be asked first; without an input draining ends.
  mutating func next(_ inputs: inout LineInbox, _ surroundings: Surroundings, _ answer: LineStanding? = nil) -> LineStep {
    var answer = answer
    while true {
      if inputs.isEmpty {
        guard !waiting.isEmpty else { break }
        inputs = LineInbox(takeWaiting())
      }
      let opened = open(surroundings.setting.rosters)
      if opened == nil, let roster = newRoster(before: inputs, surroundings.setting.rosters) {
        return .turn(hear(.roster(roster), nil, inputs, surroundings))
      }
      if surroundings.setting.hasStandings, !isGenerated, !inputs.isAsked, let addition = addition(before: inputs.first) {
        guard let standing = exchange(&answer, with: nil) else { return .ask(addition) }
        (inputs.isAsked, inputs.isAllowed) = (true, standing.addsCalls)
        if standing.addsCalls { isBusy = true }
        if let standing = line.standingToTake(standing, for: addition) {
          beginning = nil
          var turn = hear(.standing(standing), nil, inputs, surroundings)
          turn.opened = opened
          return .turn(turn)
        }
      }
      let input = inputs.removeFirst()
      let verdict = input.verdict
      guard let event = event(for: input, surroundings.setting.rosters) else { continue }
      beginning = nil
      var turn = hear(event, verdict, inputs, surroundings)
      turn.opened = opened
      return .turn(turn)
    }
    isDraining = false
    return .rest
  }

  /// Opens a new line with the present providers; nil when it is open.
  private mutating func open(_ rosters: Rosters) -> LineTurn.Opening? {
    guard case .with(let policy)? = beginning else { return nil }
    let current = rosters.current
    edition = current.edition
    line = Line(id: line.id, policy: policy, roster: current.roster)
    return .with(policy, current.roster)
  }

  /// Returns the line as it will be at its next input: open, and with the present providers.
  func present(_ rosters: Rosters, at now: Instant) -> Line {
    let current = rosters.current
    if case .with(let policy)? = beginning { return Line(id: line.id, policy: policy, roster: current.roster) }
    var copy = line
    if edition != current.edition { _ = copy.receive(.roster(current.roster), at: now) }
    return copy
  }

  /// Returns the roster that the line needs before its next input; a loss brings its own.
  private mutating func newRoster(before inputs: LineInbox, _ rosters: Rosters) -> Roster? {
    guard edition != rosters.edition, !inputs.beginsWithLoss else { return nil }
    let current = rosters.current
    edition = current.edition
    return current.roster
  }

  /// Returns an input's event; nil when none is needed any more.
  private mutating func event(for input: consuming LineInput, _ rosters: Rosters) -> LineEvent? {
    switch consume input {
    case .request(let request, let facts, let asker):
      requests.append(OpenRequest(asker, request.body))
      return .request(request, facts)
    case .incoming(let provider, let incoming, let facts, _): return .incoming(provider, incoming, facts)
    case .event(let event): return event
    case .lost(let provider, let loss):
      let current = rosters.current
      edition = current.edition
      return .lost(provider, loss, current.roster)
    case .rosterChanged, .standingChanged: return nil
    }
  }

  private mutating func hear(
    _ event: consuming LineEvent, _ verdict: IncomingVerdict?, _ inputs: borrowing LineInbox, _ surroundings: Surroundings
  ) -> LineTurn {
    // Read under the line's lock: an observer that begins earlier is told this turn's change, a later one takes a snapshot with it.
    let observation = surroundings.setting.observers.observation
    if observation != 0, shown.observation != observation { shown = (line.snapshot.calls, observation) }
    let effects = line.receive(event, at: surroundings.now)
    var turn = LineTurn(event: event, time: surroundings.now, effects: effects)
    keepBooks(&turn, verdict, surroundings.setting.names)
    if surroundings.setting.isRecorded { turn.notes = notes.take(turn.event, turn.effects, of: line) }
    if observation != 0, case .changed? = turn.effects.last {
      let change = change(turn.effects, since: shown.calls)
      shown.calls = change.snapshot.calls
      turn.change = change
    }
    if let deadline = line.nextDeadline, noted.map({ deadline < $0 }) ?? true {
      noted = deadline
      turn.wake = deadline
    }
    let isIdle = line.isIdle
    turn.isIdle = isIdle && inputs.isEmpty && waiting.isEmpty
    if isBusy, isIdle, !inputs.isAllowed {
      isBusy = false
      turn.leavesLine = true
    }
    return turn
  }

  // MARK: Books

  private mutating func keepBooks(_ turn: inout LineTurn, _ heard: IncomingVerdict?, _ names: ActionNames) {
    var verdict = heard
    switch turn.event {
    case .fulfilled(let provider, let ref, _), .failed(let provider, let ref, _), .notAsked(let provider, let ref):
      close(ref.id, at: provider)
    case .lost(let provider, let loss, _): commands.removeAll { $0.provider == provider && loss.concerns($0.command.call) }
    case .incoming, .request, .report, .screened, .silence, .roster, .doNotDisturb, .policy, .standing, .tick: break
    }
    // Loop over indices: a loop over the elements copies each effect out of the array.
    for index in turn.effects.indices {
      switch turn.effects[index] {
      case .send(let provider, let command):
        turn.names.append(open(command, at: provider, names.next(), as: nil))
      case .sendTransaction(let provider, let whole):
        let transaction = names.next().name
        for command in whole { turn.names.append(open(command, at: provider, names.next(), as: transaction)) }
      case .timedOut(let provider, let command), .cancel(let provider, let command):
        turn.names.append(close(command.id, at: provider) ?? .own(names.next().name))
      case .accepted(let id, _), .alreadyEnded(let id, _), .performed(let id, _, _):
        turn.askers.append(requests.last { $0.request.id == id }?.request)
      case .refused(let id, _, _), .done(let id, _), .failed(let id, _, _):
        let place = requests.lastIndex { $0.request.id == id }
        turn.askers.append(place.map { requests.remove(at: $0).request })
      case .show(_, let call), .refuseIncoming(_, let call, _, _):
        // This turn's own report has precedence: an earlier call with the same id may still be screened.
        if let heard = verdict ?? verdicts.removeValue(forKey: call) { turn.verdicts[call] = heard }
        verdict = nil
      case .ended(let call, _):
        commands.removeAll { $0.command.call == call }
        if let heard = verdicts.removeValue(forKey: call) { turn.verdicts[call] = heard }
      default: break
      }
    }
    if let verdict, case .incoming(_, let incoming, _) = turn.event { verdicts[incoming.call] = verdict }
    // Idle lines free this memory, since a host may have a hundred thousand of them.
    if commands.isEmpty { commands = [] }
    if requests.isEmpty { requests = [] }
  }

  private mutating func open(
    _ command: ProviderCommand, at provider: ProviderID, _ fresh: (name: UUID, order: UInt64), as transaction: UUID?
  ) -> CommandNames {
    let names = CommandNames(action: borrowedName(for: command) ?? fresh.name, transaction: transaction ?? fresh.name)
    commands.append(OpenCommand(provider: provider, command: command, names: names, order: fresh.order))
    return names
  }

  /// Returns the id under which the action was requested; nil for the host's own.
  private mutating func borrowedName(for command: ProviderCommand) -> UUID? {
    guard command.origin == .user || command.origin == .client else { return nil }
    for index in requests.indices {
      guard let place = requests[index].actions.firstIndex(where: { $0.call == command.call && $0.kind == command.kind }) else { continue }
      // Tones take several commands of one action.
      return command.kind == .playDTMF ? requests[index].actions[place].name : requests[index].actions.remove(at: place).name
    }
    return nil
  }

  @discardableResult
  private mutating func close(_ command: CommandID, at provider: ProviderID) -> CommandNames? {
    guard let place = commands.firstIndex(where: { $0.command.id == command && $0.provider == provider }) else { return nil }
    return commands.remove(at: place).names
  }

  // MARK: Observers

  private func change(_ effects: [LineEffect], since old: [Call]) -> LineChange {
    let snapshot = line.snapshot
    let new = snapshot.calls
    var changed: [Call] = []
    var next = 0
    for place in old.indices where Self.place(of: old[place].uuid, in: new, &next) == nil {
      for case .log(let record) in effects where record.call == old[place].uuid {
        if let end = record.end { changed.append(old[place].ended(end, at: record.ended)) }
      }
    }
    next = 0
    // Mostly every call changed, and then the lists are one.
    var areAll = changed.isEmpty
    for place in new.indices {
      let former = Self.place(of: new[place].uuid, in: old, &next)
      // Most changes are of the state, which costs less to compare.
      if former.map({ old[$0].state != new[place].state || old[$0] != new[place] }) ?? true {
        if !areAll { changed.append(new[place]) }
      } else if areAll {
        areAll = false
        changed += new[..<place]
      }
    }
    if areAll { changed = new }
    return LineChange(snapshot: snapshot, changed: changed)
  }

  /// Returns the place of a call in the calls of another picture; `next` is the place that is looked at first, and then the one behind.
  ///
  /// Both pictures have their calls in the same order, so that a line with hundreds of calls is compared in one pass.
  private static func place(of call: CallID, in calls: [Call], _ next: inout Int) -> Int? {
    let place = next < calls.count && calls[next].uuid == call ? next : calls.firstIndex { $0.uuid == call }
    if let place { next = place + 1 }
    return place
  }
}

/// A command that its provider has not answered.
struct OpenCommand: Sendable {
  let provider: ProviderID
  let command: ProviderCommand
  /// The command's ids; commands with the same transaction id were sent as one.
  let names: CommandNames
  /// The command's number, which grows over the whole host.
  let order: UInt64
  /// True once the answer waits in the line's inbox.
  var isAnswered = false
}
