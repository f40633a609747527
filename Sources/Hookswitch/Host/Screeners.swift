internal import CallControl
internal import Locking

/// The programs that are asked about incoming calls, and those that are being asked.
final class Screeners: Sendable {
  private struct State {
    var programs: [ScreenerID: Screener] = [:]
    var asked: [Question: Task<Void, Never>] = [:]
  }

  private struct Question: Hashable {
    let screener: ScreenerID
    let call: CallID
  }

  private let state = Locked(State())

  /// Puts a program in charge of a screener's name; nil: nobody.
  func set(_ screener: ScreenerID, _ program: Screener?) {
    state.withLock { $0.programs[screener] = program }
  }

  /// Asks a screener; `answer` is called once, when it has decided.
  ///
  /// Nobody in charge of the name: it lets the call ring.
  func ask(_ screener: ScreenerID, _ request: ScreeningRequest, answer: @escaping @Sendable (ScreenVerdict) -> Void) {
    guard let program = state.withLock({ $0.programs[screener] }) else { return answer(.continue) }
    let question = Question(screener: screener, call: request.call)
    state.withLock { state in
      state.asked[question] = Task.detached { [weak self] in
        let verdict = await program(request)
        self?.state.withLock { $0.asked[question] = nil }
        answer(verdict)
      }
    }
  }

  /// Nobody waits for a verdict any more: whoever still thinks about it is cancelled.
  func giveUp(_ screener: ScreenerID, _ call: CallID) {
    let task = state.withLock { $0.asked.removeValue(forKey: Question(screener: screener, call: call)) }
    task?.cancel()
  }
}
