extension Line {
  mutating func newPlan(_ title: RequestTitle, _ origin: Origin, request: RequestID?) -> Plan {
    planCount += 1
    return Plan(
      number: planCount, request: request, title: title, lane: .line, context: PlanContext(origin: origin), items: [])
  }

  /// Places an accepted request: beside the line's plan, aside for its provider, or in the queue (X6, S8).
  mutating func admit(_ plan: consuming Plan) {
    noteChoices()
    if plan.startsEmergency { declareEmergency(plan) }
    switch lane(of: plan) {
    case .ends:
      plan.lane = .ends
      plans.append(plan)
    case .besides:
      plan.lane = .besides
      plans.append(plan)
    case .line, .transfer, .host:
      overtake(plan)
      if let provider = providerToWaitFor(plan) { return setAside(plan, for: provider) }
      enqueue(plan)
    }
  }

  /// I4: marks a change for observers, since waiting Answers affect what answering a ringing call can do.
  mutating func noteChoices() {
    if table.legs.indices.contains(where: { table.legs[$0].state == .ringing }) { isDirty = true }
  }

  private func lane(of plan: borrowing Plan) -> Plan.Lane {
    var lanes: (isEnds: Bool, isBesides: Bool) = (true, true)
    for index in plan.items.indices {
      switch plan.items[index].goal {
      case .end: lanes.isBesides = false
      case .perform(_, let operation) where operation.isBesidePlan: lanes.isEnds = false
      case .pause, .hardPause: lanes.isEnds = false
      case .start, .answer, .hold, .resume, .swap, .join, .merge, .part, .perform, .rehold, .takeOver: return .line
      }
    }
    if lanes.isEnds { return .ends }
    return lanes.isBesides ? .besides : .line
  }

  private mutating func enqueue(_ plan: consuming Plan) {
    if plan.startsEmergency {
      queue.insert(plan, at: 0)
    } else {
      queue.append(plan)
    }
  }

  /// Begins the next plan of the queue.
  mutating func beginNext() {
    var plan = queue.removeFirst()
    if let provider = providerToWaitFor(plan) {
      for call in plan.starts {
        if let index = table.index(of: call) { table.legs[index].marks.insert(.aside) }
      }
      return setAside(plan, for: provider)
    }
    plan.lane = .line
    for call in plan.starts {
      guard let index = table.index(of: call) else { continue }
      table.legs[index].marks.remove(.queued)
      isDirty = true
    }
    // Takes the queue's memory over, where it is free.
    if plans.isEmpty, queue.isEmpty { swap(&plans, &queue) }
    plans.append(consume plan)
    let index = plans.count - 1
    guard plans[index].items.count > 1, let error = rejudge(plans[index]) else { return }
    fail(index, error)
  }

  /// Judges a request again when its turn comes; returns the error that makes it impossible, if any.
  func rejudge(_ plan: Plan) -> CallError? {
    var future = table
    do throws(CallError) {
      for item in plan.items.dropLast() { try future.rehearse(item.goal, plan.context) }
      if let last = plan.items.last { _ = try future.move(for: last.goal, plan.context) }
      return nil
    } catch {
      guard error.code == .unknownCallUUID else { return error }
      let code = error.calls.compactMap { call in departed.last { $0.call == call }?.error }.first
      return CallError(code ?? .transactionAborted, error.calls)
    }
  }

  // MARK: Settling

  /// Between plans, resumes owed calls, begins the next request, or else updates audio and tones.
  ///
  /// Returns true when a plan began.
  mutating func settle() -> Bool {
    guard !isLineBusy else { return false }
    if !queue.isEmpty, queue[0].startsEmergency {
      beginNext()
      return true
    }
    if resumeWhatIsOwed() || followFrontEnd() { return true }
    if !queue.isEmpty {
      beginNext()
      return true
    }
    updateAudio()
    updateTones()
    return false
  }

  /// X8: resumes what was held for a call that never became active, unless another call is in front.
  private mutating func resumeWhatIsOwed() -> Bool {
    var owed: GroupID?
    var latest: UInt64 = 0
    for index in table.legs.indices where table.legs[index].state == .held {
      if case .call(let cause) = table.legs[index].hold, !isPursued(cause) {
        table.legs[index].hold = table[cause]?.state == .active ? .user : .owed
      }
      guard table.legs[index].hold == .owed else { continue }
      if table.legs[index].heldOrder >= latest {
        latest = table.legs[index].heldOrder
        owed = table.legs[index].group
      }
    }
    guard let owed else { return false }
    for index in table.legs.indices where table.legs[index].hold == .owed { table.legs[index].hold = .user }
    guard table.front() == nil, let call = table.members(of: owed).first else { return false }
    frontEnd = nil
    beginHostResume(of: call)
    return true
  }

  /// Returns true while a plan or an accepted request may still make a call active.
  private func isPursued(_ call: CallID) -> Bool {
    guard let leg = table[call] else { return false }
    return leg.state.isOutgoingInProgress || leg.state == .answering || leg.state == .ending
      || (leg.state == .ringing && waitingAnswers.contains(call))
  }

  /// E3, E4: resumes the most recently held group after the front group ended, or offers to.
  private mutating func followFrontEnd() -> Bool {
    guard let end = frontEnd else { return false }
    frontEnd = nil
    // K8: another host has the line's front call.
    if table.standing.isFrontElsewhere { return false }
    guard table.front() == nil, let group = table.resumable, let call = table.members(of: group).first else { return false }
    switch (end, table.policy.autoResume) {
    case (.local, .afterLocalEnd), (.local, .always), (.remote, .always):
      beginHostResume(of: call)
      return true
    case (.remote, .never), (.remote, .afterLocalEnd):
      emit(.resumeOffered(call))
      return false
    case (.local, .never):
      return false
    }
  }

  private mutating func beginHostResume(of call: CallID) {
    var plan = newPlan(RequestTitle(CallOperation.Kind.setHeld.rawValue, call), .host, request: nil)
    plan.items = Few(one: Plan.Item(goal: .resume(call), action: 0))
    plans.append(plan)
  }

  /// Begins an End of the host's own (I5, R3, H8).
  mutating func beginHostEnd(of call: CallID, _ cause: EndCause) {
    var plan = newPlan(RequestTitle(CallOperation.Kind.end.rawValue, call), .host, request: nil)
    plan.lane = .host
    plan.items = Few(one: Plan.Item(goal: .end(Few(one: call), cause), action: 0))
    plans.append(plan)
  }
}
