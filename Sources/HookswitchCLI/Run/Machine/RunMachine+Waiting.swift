internal import Hookswitch

// The command `wait`.
extension RunMachine {
  /// Begins to wait; ends at once if the condition holds already, or was met since the previous command began.
  mutating func wait(_ what: Awaited, _ name: CallName?, _ time: Duration?, _ text: String) throws(RunCommandError) {
    var call: CallID?
    if let name { call = try find(name) }
    let until = now.advanced(by: time ?? settings.waits)
    waiting = Waiting(command: text, what: what, call: call, until: until)
    effects.append(.wake(at: until))
    checkWait()
  }

  /// Ends a `wait` when its condition is met or its time is over.
  mutating func checkWait() {
    guard let wait = waiting else { return }
    if let place = recent.firstIndex(where: { matches($0, wait) }) {
      let call = recent[place].call
      recent.removeFirst(place + 1)
      waiting = nil
      answer(wait.command, .done, call: call)
    } else if isSo(wait) {
      waiting = nil
      recent = []
      answer(wait.command, .done, call: wait.call ?? newest)
    } else if now >= wait.until {
      waiting = nil
      answer(wait.command, .timedOut(standing(wait)), call: wait.call)
    }
  }

  /// True when the event meets the condition, even if the state has changed again since.
  private func matches(_ event: RunEvent, _ wait: Waiting) -> Bool {
    guard event.word == wait.what.word else { return false }
    switch wait.what {
    case .event(.ready): return false
    case .event, .state(.ended): return wait.call == nil || event.call == wait.call
    case .state: return event.call == wait.call ?? newest
    }
  }

  /// True when the condition holds now.
  private func isSo(_ wait: Waiting) -> Bool {
    let call = wait.call ?? newest
    let picture = calls.first { $0.uuid == call }
    switch wait.what {
    case .state(.ended): return (wait.call ?? roll.newest).flatMap { roll[$0]?.hasEnded } ?? false
    case .state(let state): return picture?.state == state
    case .event(.incoming): return wait.call == nil ? calls.contains { $0.state == .ringing } : picture?.state == .ringing
    case .event(.ready): return providers.allSatisfy { $0.standing == .ready }
    case .event(.muted): return picture?.isMuted ?? false
    case .event(.remotelyHeld): return picture?.isRemotelyHeld ?? false
    case .event: return false
    }
  }

  /// The newest call, among those that have not ended and the one dialed last.
  ///
  /// The dialed one counts so that `wait active` after a failed `dial` does not match another call.
  private var newest: CallID? {
    (calls.map(\.uuid) + [dialed].compactMap { $0 }).filter { roll.knownName($0) != nil }.max {
      (roll.knownName($0)?.number ?? 0) < (roll.knownName($1)?.number ?? 0)
    }
  }

  private func standing(_ wait: Waiting) -> String {
    let call = wait.call ?? newest
    let state = call.flatMap { roll[$0] }?.state
    let name = call.flatMap { roll.knownName($0) }.map(\.description) ?? "the newest call"
    var text = "\(wait.what.word) did not happen in time"
    if let state { text += "; \(name) is \(state.rawValue)" } else { text += "; there was no call" }
    return text
  }
}
