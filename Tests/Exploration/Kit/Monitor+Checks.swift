package import CallControl

extension Monitor {
  // MARK: One step

  /// Every report and answer of a provider is heard or disregarded, once; a disregarded one changes nothing.
  mutating func checkWord(_ event: LineEvent, _ effects: [LineEffect], from before: Line, to after: Line) {
    let speaker: ProviderID
    switch event {
    case .fulfilled(let provider, _, _), .failed(let provider, _, _), .report(let provider, _, _, _), .incoming(let provider, _, _):
      speaker = provider
    case .request, .notAsked, .screened, .silence, .roster, .lost, .doNotDisturb, .policy, .standing, .tick: return
    }
    var verdicts = 0
    var ignored: (why: Misbehaviour, word: HeardWord)?
    for effect in effects {
      switch effect {
      case .heard(speaker, _): verdicts += 1
      case .disregarded(speaker, .misdated, _): break
      case .disregarded(speaker, let why, let word):
        verdicts += 1
        ignored = (why, word)
      default: break
      }
    }
    if verdicts != 1 { found("P4", "a provider's word was journalled \(verdicts) times") }
    guard let ignored else { return }
    switch (ignored.why, ignored.word) {
    case (.stale, .fulfilled), (.stale, .failed): checkIgnored(event, effects, from: before, to: after)
    case (.unknown, _): checkIgnored(event, effects, from: before, to: after)
    case (.illegal, _): checkIllegal(effects)
    default: found("P4", "a word was disregarded for a reason that is not its own")
    }
  }

  private mutating func checkIgnored(_ event: LineEvent, _ effects: [LineEffect], from before: Line, to after: Line) {
    switch event {
    case .fulfilled(let provider, let ref, _), .failed(let provider, let ref, _):
      if outstanding.contains(where: { $0.provider == provider && $0.command.id == ref.id && $0.command.call == ref.call }) {
        found("V2", "an answer to a pending command was called stale")
      }
    default: break
    }
    // T3: the line ends a ghost call on the wire; nothing else may follow.
    if effects.count == 2, case .send(_, let command) = effects[1], command.kind == .end { return }
    if effects.count > 1 { return found("P4", "a stale or strange word had an effect") }
    if Self.canon(before) != Self.canon(after) { found("P4", "a stale or strange word changed the line") }
  }

  /// An illegal report has no effect, except that its provider may get another hold (H8), or the end of a ghost call (T3).
  private mutating func checkIllegal(_ effects: [LineEffect]) {
    for effect in effects {
      switch effect {
      case .disregarded, .changed: break
      case .send(_, let command) where command.kind == .end || command.operation == .setHeld(true): break
      default: found("P4", "an illegal report had an effect")
      }
    }
  }

  /// V6: a refused request changes nothing and sends nothing.
  mutating func checkRefusal(_ event: LineEvent, _ effects: [LineEffect], from before: Line, to after: Line) {
    guard case .request(let request, _) = event else { return }
    var isAccepted = false
    var isRefused = false
    for effect in effects {
      if case .accepted(request.id, _) = effect { isAccepted = true }
      if case .refused(request.id, _, _) = effect { isRefused = true }
    }
    if isAccepted == isRefused { found("X4", "a request was neither accepted nor refused, or both") }
    guard isRefused else { return }
    if effects.count != 1 { found("V6", "a refused request had an effect") }
    if Self.canon(before) != Self.canon(after) { found("V6", "a refused request changed the line") }
  }

  private static func canon(_ line: Line) -> Int {
    var hasher = Hasher()
    LineCanon.hash(line, into: &hasher)
    return hasher.finalize()
  }

  // MARK: Snapshots

  /// A snapshot shows exactly the effects so far; a change is published.
  mutating func checkSnapshot(_ snapshot: LineSnapshot, _ unsettled: LineSnapshot, _ before: Line, _ effects: [LineEffect]) {
    checkPublished(snapshot, unsettled)
    for note in calls where note.phase == .over { found("V3", "a call ended and was not logged: \(note.end?.cause?.word ?? "refused")") }
    let shown = snapshot.calls
    for call in shown {
      guard let note = note(of: call.uuid) else {
        found("V3", "a call is shown that no effect told of")
        continue
      }
      if !note.isLive { found("V3", "a call is shown that is over") }
      if let facts = note.facts, call.decidedBy != facts.decidedBy || facts.isSilenced && !call.isSilenced {
        found("I9", "a call is shown without the judge's answer")
      }
      // V1: a swap, a merge or a split is shown once it is complete.
      let isWithheld = call.state.isConnected && note.state?.isConnected == true && snapshot != unsettled
      if note.state != call.state, !isWithheld { found("V3", "a call is shown in another state than it entered") }
    }
    for note in calls where note.isLive && note.state != .screening {
      if !shown.contains(where: { $0.uuid == note.call }) { found("V3", "a call that has not ended is not shown") }
    }
    for call in shown where call.isEmergency {
      if let place = place(of: call.uuid) { calls[place].isEmergency = true }
    }
    if snapshot.audioOwners.sorted() != audio.sorted() { found("U1", "the snapshot names other owners of the audio than were told") }

    var changes = 0
    for effect in effects {
      if case .changed(let revision) = effect {
        changes += 1
        if revision != snapshot.revision { found("X4", "another revision was published than the snapshot has") }
      }
    }
    if changes > 1 { found("X4", "a change was published twice") }
    if changes == 0, effects.count > 1, snapshot != before.snapshot { found("X4", "a change that can be seen was not published") }
  }

  /// V1: a swap, a merge or a split is published only as a whole; at rest everything is published.
  private mutating func checkPublished(_ snapshot: LineSnapshot, _ unsettled: LineSnapshot) {
    if outstanding.isEmpty, requests.isEmpty, snapshot != unsettled { found("V1", "what is published is not what is so") }
    var active: [GroupID] = []
    for call in snapshot.calls where call.state == .active && !active.contains(call.group) { active.append(call.group) }
    guard snapshot != unsettled else {
      activeWhenTrue = active.count
      return
    }
    // The last complete snapshot may have had two: the line is holding one of them again.
    if active.count > max(1, activeWhenTrue) { found("V1", "a picture during a swap, a merge or a split has two active groups") }
    for (shown, real) in zip(snapshot.calls, unsettled.calls) where shown.state != real.state || shown.group != real.group {
      if !shown.state.isConnected || !real.state.isConnected { found("V1", "a call is shown in another state than it is in") }
    }
  }

  // MARK: One state

  /// Checks the conditions of every state.
  mutating func checkState(_ snapshot: LineSnapshot, of line: Line) {
    if outstanding.isEmpty { isTakingBack = false }
    leftovers.removeAll { id in !outstanding.contains { $0.command.id == id } }
    checkFront(snapshot)
    checkLimits(snapshot)
    let next = line.nextDeadline
    if line.isIdle, next != nil { found("T", "an idle line awaits a deadline") }
    if next == nil {
      if !outstanding.isEmpty { found("V4", "a command is pending and no deadline is awaited") }
      for note in calls where note.isLive {
        guard let state = note.state else { continue }
        switch state {
        case .active, .held, .ended: break
        case .dialing, .connecting:
          if !note.isEmergency { found("V4", "a call is \(state.rawValue) and no deadline is awaited") }
        case .requested, .screening, .ringing, .answering, .ending: found("V4", "a call is \(state.rawValue) and no deadline is awaited")
        }
      }
    } else if let next, let first = outstanding.map(\.command.deadline).min(), next > first,
      !outstanding.contains(where: { $0.command.kind == .transfer })
    {
      found("V4", "a pending command's deadline is not awaited")
    }
    if outstanding.isEmpty, requests.contains(where: { !$0.mayWait }), !requests.contains(where: \.mayWait) {
      found("V4", "a request is open and nothing that it waits for is under way")
    }
  }

  /// V1: at most one group is active and not about to be held, except during a merge.
  private mutating func checkFront(_ snapshot: LineSnapshot) {
    var active: [GroupID] = []
    for call in snapshot.calls where call.state == .active && !isBeingHeld(call.uuid) && !active.contains(call.group) {
      active.append(call.group)
    }
    if active.count > 1, !isMerging { found("V1", "two groups are active and not being held") }

    guard outstanding.isEmpty, requests.isEmpty else { return }
    var front: [GroupID] = []
    for call in snapshot.calls {
      switch call.state {
      case .dialing, .connecting, .answering, .active: if !front.contains(call.group) { front.append(call.group) }
      case .requested, .screening, .ringing, .held, .ending, .ended: break
      }
    }
    if front.count > 1 { found("V1", "two groups are in front and no plan is under way") }
  }

  private func isBeingHeld(_ call: CallID) -> Bool {
    outstanding.contains { $0.command.call == call && $0.command.operation == .setHeld(true) }
  }

  private var isMerging: Bool {
    requests.contains(where: \.joins)
      || outstanding.contains {
        $0.command.kind == .setGroup || ($0.command.operation == .setHeld(false) && leftovers.contains($0.command.id))
      }
  }

  /// V5: limits hold; an emergency, and calls from before a limit was lowered, may exceed them.
  private mutating func checkLimits(_ snapshot: LineSnapshot) {
    let taking = snapshot.calls.filter(takesRoom)
    let groups = Set(taking.map(\.group))
    allowedGroups = max(policy.maximumCallGroups, min(allowedGroups, groups.count))
    let ringing = calls.count { $0.isLive && ($0.state == .ringing || $0.state == .screening) }
    if ringing > policy.maximumRingingCalls { found("V5", "more calls ring than may ring at once") }
    // A call that joins another group leaves its own first (G5), and is alone for a moment; also while that is undone.
    if isMerging || isTakingBack || calls.contains(where: { $0.isLive && $0.isEmergency }) { return }

    if groups.count > allowedGroups { found("V5", "more groups than the line may have") }
    for group in groups {
      let members = taking.filter { $0.group == group }
      if members.count > policy.maximumCallsPerCallGroup { found("V5", "more calls in a group than the line allows") }
      for entry in roster.entries where members.count(where: { $0.provider == entry.id }) > entry.configuration.maximumCallsPerCallGroup {
        found("V5", "more calls in a group than their provider allows")
      }
    }
    for entry in roster.entries {
      let own = Set(taking.filter { $0.provider == entry.id }.map(\.group))
      if own.count > entry.configuration.maximumCallGroups { found("V5", "more groups than a provider may have") }
    }
  }

  private func takesRoom(_ call: Call) -> Bool {
    switch call.state {
    case .requested: note(of: call.uuid)?.startWasSent ?? false
    case .dialing, .connecting, .answering, .active, .held: true
    case .screening, .ringing, .ending, .ended: false
    }
  }

  // MARK: At rest

  /// Returns the violations after every deadline has passed without any report.
  package func atRest(_ line: Line) -> [Violation] {
    var result: [Violation] = []
    let snapshot = line.snapshot
    if requests.contains(where: { !$0.waitsForWord }), !requests.contains(where: \.waitsForWord) {
      result.append(Violation("V4", "a request never completes"))
    }
    if !outstanding.isEmpty { result.append(Violation("V2", "a command never ends")) }
    var owners: Set<ProviderID> = []
    for call in snapshot.calls {
      switch call.state {
      case .active, .dialing, .connecting: owners.insert(call.provider)
      case .requested, .screening, .ringing, .answering, .held, .ending, .ended: break
      }
    }
    if owners != Set(snapshot.audioOwners) { result.append(Violation("U1", "at rest the audio is not the front group's")) }
    return result
  }
}

/// A violated invariant or rule.
package struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// The invariant: `V1` … `V6`, or the section of the rules.
  package var rule: String
  /// The fault, without names of calls, so that one fault has one text.
  package var text: String

  package init(_ rule: String, _ text: String) {
    self.rule = rule
    self.text = text
  }

  package var description: String { "\(rule): \(text)" }
}
