internal import CHookswitch
internal import Hookswitch
internal import Locking

/// The questions to the program's screeners that wait for an answer.
final class ScreenQuestions: Sendable {
  private struct Key: Hashable {
    var screener: String
    var call: CallID
  }

  private struct State {
    var waiting: [Key: CheckedContinuation<ScreenVerdict, Never>] = [:]
    var isClosed = false
  }

  private let state = Locked(State())

  /// Asks the program, and waits for its verdict; `continue` when the host gives up the wait.
  func ask(_ screener: String, _ request: ScreeningRequest, _ queue: EventQueue, at time: Instant) async -> ScreenVerdict {
    let key = Key(screener: screener, call: request.call)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          guard !state.isClosed, !Task.isCancelled, state.waiting[key] == nil else { return false }
          state.waiting[key] = continuation
          return true
        }
        guard isOpen else { return continuation.resume(returning: .continue) }
        var event = QueuedEvent(HK_EVENT_SCREEN, at: time)
        event.set(text: screener)
        event.set(line: request.line)
        event.set(provider: request.provider.rawValue)
        event.show(.screened(request))
        queue.put(event)
      }
    } onCancel: {
      _ = answer(screener, request.call, .continue)
    }
  }

  /// Answers a question; false when it does not wait any more.
  func answer(_ screener: String, _ call: CallID, _ verdict: ScreenVerdict) -> Bool {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: Key(screener: screener, call: call)) }
    continuation?.resume(returning: verdict)
    return continuation != nil
  }

  /// Gives up the questions to a screener.
  func giveUp(_ screener: String) {
    let given = state.withLock { state in
      let keys = state.waiting.keys.filter { $0.screener == screener }
      return keys.compactMap { state.waiting.removeValue(forKey: $0) }
    }
    for continuation in given { continuation.resume(returning: .continue) }
  }

  /// Gives up all questions, also those to come.
  func giveUpAll() {
    let given = state.withLock { state in
      defer { state.waiting = [:] }
      state.isClosed = true
      return Array(state.waiting.values)
    }
    for continuation in given { continuation.resume(returning: .continue) }
  }
}
