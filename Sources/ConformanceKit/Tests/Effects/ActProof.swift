internal import ConformanceHarness

/// The acts that work on one call alone, so that a row about something else does not fail on those that do not.
struct ActProof {
  private var known: [String: Bool] = [:]

  /// Returns true if the act works on a call in that state, with no other call about; tries each once.
  mutating func works(_ act: CallAct, in situation: CallSituation, _ stage: Stage) -> Bool {
    let key = "\(act.name) \(situation.name)"
    if let known = known[key] { return known }
    var isDone = false
    stage.attempt {
      let call = try situation.make(stage)
      try act.play(stage, call, in: situation, stays: .milliseconds(200))
      isDone = true
      try stage.clear(call)
    }
    stage.attempt { try stage.clearAll() }
    known[key] = isDone
    return isDone
  }

  /// Returns the functions all of whose acts work in each of the states.
  mutating func kinds(of acts: [CallAct], in situations: [CallSituation], _ stage: Stage) -> Set<String> {
    let sound = working(acts, in: situations, stage)
    return Set(acts.map(\.kind)).subtracting(acts.filter { act in !sound.contains { $0.name == act.name } }.map(\.kind))
  }

  /// Returns those acts that work in each of the states.
  mutating func working(_ acts: [CallAct], in situations: [CallSituation], _ stage: Stage) -> [CallAct] {
    acts.filter { act in situations.allSatisfy { !act.isPossible(in: $0) || works(act, in: $0, stage) } }
  }
}
