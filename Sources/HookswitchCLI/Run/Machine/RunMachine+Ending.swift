internal import Hookswitch

// The end of the run.
extension RunMachine {
  /// Handles a signal: ends the calls and drops waiting commands; a second signal leaves at once.
  mutating func stop(_ signal: StopSignal) {
    switch phase {
    case .starting, .running: end(with: signal.exitCode)
    case .ending: leave(signal.exitCode)
    case .left: break
    }
  }

  /// Ends every call, and then leaves.
  mutating func end(with code: Int32) {
    let until = now.advanced(by: settings.endTime)
    phase = .ending(code, until: until)
    queue = []
    isInputOver = true
    waiting = nil
    effects.append(.wake(at: until))
    endCalls()
  }

  /// Leaves when all calls have ended, or when the time for that is over.
  ///
  /// It also ends calls that arrive meanwhile.
  mutating func checkEnd() {
    guard case .ending(let code, let until) = phase else { return }
    let calls = roll.live
    if calls.isEmpty {
      leave(code)
    } else if now >= until {
      let names = calls.map { roll.name($0.uuid).description }.joined(separator: ", ")
      effects.append(.complain("\(names) did not end within \(settings.endTime.components.seconds) s"))
      leave(code)
    } else {
      endCalls()
    }
  }

  private mutating func endCalls() {
    for call in roll.live where call.state != .ending && ended.insert(call.uuid).inserted {
      ask(.transaction([.end(call.uuid)]), for: nil, call: call.uuid)
    }
  }

  private mutating func leave(_ code: Int32) {
    phase = .left
    effects.append(.leave(code))
  }
}
