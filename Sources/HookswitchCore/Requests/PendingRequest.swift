public import CallControl
internal import Dispatch
public import FoundationEssentials
internal import Locking

/// A request under way: it is accepted or refused, and then performed or failed.
///
/// These are two results (X4). Every accepted request ends within the sum of its steps' deadlines, whatever the providers do (V4); only
/// tones at a `;` wait for `continueDTMF` or the call's end. All functions may be called on any thread, by any number of waiters.
public final class PendingRequest: Sendable {
  private struct State {
    /// The judgement: nil before it, an error that is nil when accepted.
    var judgement: CallError??
    var results: [ActionResult] = []
    /// The actions whose calls had ended already, until their results come.
    var alreadyEnded: [Int] = []
    var outcome: CallError??
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The threads that wait for the judgement.
    var blocked: [DispatchSemaphore] = []
  }

  /// The request's id on its line.
  public let id: RequestID
  /// The line that judges the request.
  public let line: LineID
  /// The ids of the actions, in order.
  public let actions: [UUID]
  private let state = Locked(State())
  private let listener: (@Sendable (RequestNews) -> Void)?

  init(id: RequestID, line: LineID, actions: [UUID], listener: (@Sendable (RequestNews) -> Void)? = nil) {
    self.id = id
    self.line = line
    self.actions = actions
    self.listener = listener
  }

  /// True once the request was accepted.
  public var isAccepted: Bool {
    state.withLock { if case .some(.none) = $0.judgement { true } else { false } }
  }

  /// True once the request has ended, in any way.
  public var isComplete: Bool { state.withLock { $0.outcome != nil } }

  /// Returns when the request is accepted; the host judges it at once.
  ///
  /// - Throws: `CallError` with the reason for the refusal; nothing was changed.
  public func accepted() async throws(CallError) {
    let judgement = await wait { $0.judgement }
    if let judgement { throw judgement }
  }

  /// Returns when the whole request is performed.
  ///
  /// - Throws: `CallError` with the refusal or the failure.
  public func performed() async throws(CallError) {
    let outcome = await wait { $0.outcome }
    if let outcome { throw outcome }
  }

  /// The results of the actions as they come; none for a refused request.
  public var results: ActionResults { ActionResults(request: self) }

  /// The results so far.
  public var resultsSoFar: [ActionResult] { state.withLock { $0.results } }

  func result(after count: Int) async -> ActionResult? {
    await wait { state in
      if count < state.results.count { return .some(state.results[count]) }
      return state.outcome == nil ? nil : .some(nil)
    }
  }

  /// Blocks the calling thread until the request is judged; returns the refusal, or nil when it is accepted.
  ///
  /// A line judges a request when it has drained what came before, which needs no provider and no other thread of the program.
  package func waitForJudgement() -> CallError? {
    // Usually it was judged while it was submitted, and nothing has to be made for the wait.
    if let judgement = state.withLock({ $0.judgement }) { return judgement }
    let bell = DispatchSemaphore(value: 0)
    while true {
      let judgement = state.withLock { state in
        if state.judgement == nil { state.blocked.append(bell) }
        return state.judgement
      }
      if let judgement { return judgement }
      bell.wait()
    }
  }

  func tell(_ news: RequestNews) {
    let (waiters, blocked) = state.withLock { state in
      switch news {
      case .accepted: state.judgement = .some(nil)
      case .refused(let error):
        state.judgement = .some(error)
        state.outcome = .some(error)
      case .alreadyEnded(let index): state.alreadyEnded.append(index)
      case .performed(let index, let error):
        let name = index < actions.count ? actions[index] : UUID.fresh()
        let alreadyEnded = state.alreadyEnded.contains(index)
        state.results.append(ActionResult(index: index, action: name, error: error, alreadyEnded: alreadyEnded))
      case .done: state.outcome = .some(nil)
      case .failed(let error): state.outcome = .some(error)
      }
      defer { (state.waiters, state.blocked) = ([], []) }
      return (state.waiters, state.blocked)
    }
    for waiter in waiters { waiter.resume() }
    for bell in blocked { bell.signal() }
    listener?(news)
  }

  /// Waits until `answer` returns a value.
  private func wait<Answer: Sendable>(for answer: @Sendable (borrowing State) -> Answer?) async -> Answer {
    while true {
      if let found = state.withLock({ answer($0) }) { return found }
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if answer(state) != nil { return true }
          state.waiters.append(continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    }
  }
}
