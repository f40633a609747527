internal import Hookswitch

// The end of the run.
extension RunMachine {
  /// Handles a signal: ends the calls and drops waiting commands; a second signal leaves at once.
  mutating func stop(_ signal: StopSignal, _ world: RunWorld) {
    switch phase {
    case .starting, .running: end(with: signal.exitCode, world)
    case .ending: leave(signal.exitCode)
    case .left: break
    }
  }

  /// Ends every call, and then leaves.
  mutating func end(with code: Int32, _ world: RunWorld) {
    let until = now.advanced(by: settings.endTime)
    phase = .ending(code, until: until)
    queue = []
    isInputOver = true
    waiting = nil
    effects.append(.wake(at: until))
    endCalls(world.calls())
  }

  /// Leaves when all calls have ended, or when the time for that is over.
  ///
  /// It also ends calls that arrive meanwhile.
  mutating func checkEnd(_ world: RunWorld) {
    guard case .ending(let code, let until) = phase else { return }
    let calls = world.calls()
    if calls.isEmpty {
      // Report the ends of all calls before leaving.
      if roll.live.isEmpty || now >= until { leave(code) }
    } else if now >= until {
      let names = calls.map { roll.name($0.uuid).description }.joined(separator: ", ")
      effects.append(.complain("\(names) did not end within \(settings.endTime.components.seconds) s"))
      leave(code)
    } else {
      endCalls(calls)
    }
  }

  private mutating func endCalls(_ calls: [Call]) {
    for call in calls where call.state != .ending && ended.insert(call.uuid).inserted {
      ask(.transaction([.end(call.uuid)]), line: lines[call.uuid] ?? .main, for: nil, call: call.uuid)
    }
  }

  private mutating func leave(_ code: Int32) {
    phase = .left
    effects.append(.leave(code))
  }
}
