internal import CallControl
internal import Locking
internal import Synchronization

/// The programs that are asked about incoming calls, and those that are being asked.
final class Screeners: Sendable {
  private struct State {
    var programs: [ScreenerID: IdentifyingScreener] = [:]
    var asked: [CallID: [ScreenerID: Task<Void, Never>]] = [:]
  }

  private let state = Locked(State())
  /// Whether anybody is being asked: most calls are screened by nobody, and their end needs no lock.
  private let isAsking = Atomic<Bool>(false)

  deinit {
    for tasks in state.withLock({ $0.asked.values }) {
      for task in tasks.values { task.cancel() }
    }
  }

  /// Puts a program in charge of a screener's name; nil: nobody.
  func set(_ screener: ScreenerID, _ program: IdentifyingScreener?) {
    state.withLock { $0.programs[screener] = program }
  }

  /// Asks a screener; `answer` is called once, when it has decided.
  ///
  /// Nobody in charge of the name: it lets the call ring.
  func ask(_ screener: ScreenerID, _ request: ScreeningRequest, answer: @escaping @Sendable (ScreenVerdict, ScreenedCaller?) -> Void) {
    guard let program = state.withLock({ $0.programs[screener] }) else { return answer(.continue, nil) }
    state.withLock { state in
      isAsking.store(true, ordering: .releasing)
      state.asked[request.call, default: [:]][screener] = Task.detached { [weak self] in
        let (verdict, caller) = await program(request)
        self?.forget(screener, request.call)
        answer(verdict, caller)
      }
    }
  }

  /// Nobody waits for this verdict any more: whoever still thinks about it is cancelled.
  func giveUp(_ screener: ScreenerID, _ call: CallID) {
    forget(screener, call)?.cancel()
  }

  /// Nobody waits for verdicts on this call any more.
  func giveUp(_ call: CallID) {
    guard isAsking.load(ordering: .acquiring) else { return }
    let tasks = state.withLock { state in
      defer { isAsking.store(!state.asked.isEmpty, ordering: .releasing) }
      return state.asked.removeValue(forKey: call)
    }
    for task in tasks?.values ?? [:].values { task.cancel() }
  }

  @discardableResult
  private func forget(_ screener: ScreenerID, _ call: CallID) -> Task<Void, Never>? {
    state.withLock { state in
      let task = state.asked[call]?.removeValue(forKey: screener)
      if state.asked[call]?.isEmpty ?? false { state.asked[call] = nil }
      isAsking.store(!state.asked.isEmpty, ordering: .releasing)
      return task
    }
  }
}
