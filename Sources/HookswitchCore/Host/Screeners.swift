public import CallControl
internal import Locking
internal import Synchronization

/// The screener programs and their open questions.
final class Screeners: Sendable {
  private struct State {
    var programs: [ScreenerID: IdentifyingScreener] = [:]
    var asked: [CallID: [ScreenerID: Task<Void, Never>]] = [:]
  }

  private let state = Locked(State())
  /// True while a question is open; most calls are not screened, and their end needs no lock.
  private let isAsking = Atomic<Bool>(false)

  deinit {
    for tasks in state.withLock({ $0.asked.values }) {
      for task in tasks.values { task.cancel() }
    }
  }

  /// Sets the program of a screener, or none.
  func set(_ screener: ScreenerID, _ program: IdentifyingScreener?) {
    state.withLock { $0.programs[screener] = program }
  }

  /// Asks a screener; `answer` is called once, with its decision.
  ///
  /// A screener without a program lets the call ring.
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

  /// Cancels a screener's task, since its verdict is no longer needed.
  func giveUp(_ screener: ScreenerID, _ call: CallID) {
    forget(screener, call)?.cancel()
  }

  /// Cancels all screeners' tasks for a call.
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

/// A question to a screener about an incoming call.
public struct ScreeningRequest: Hashable, Sendable {
  /// The call, which only screeners know of yet.
  public let call: CallID
  /// The call's provider.
  public let provider: ProviderID
  /// The line that the call would ring on.
  public let line: LineID
  /// The caller and the call's details, as far as the provider knows them.
  public let update: CallUpdate
}

/// A program that judges an incoming call before it is shown (I8).
///
/// It has the time in the line's policy (default 1 s); then the host cancels its task and ignores a later verdict.
public typealias Screener = @Sendable (ScreeningRequest) async -> ScreenVerdict

/// A screener that also identifies the caller; nil when it cannot.
public typealias IdentifyingScreener = @Sendable (ScreeningRequest) async -> (verdict: ScreenVerdict, caller: ScreenedCaller?)
