public import CallControl
public import FoundationEssentials
internal import Locking

/// A request on its way: first accepted or refused, then performed or failed.
///
/// The two are two answers (X4). Every accepted request ends within the sum of its steps' deadlines, whatever the providers do (V4), so
/// that waiting for it always ends. All functions may be called on any thread, by any number of waiters.
public final class PendingRequest: Sendable {
  private struct State {
    /// nil: not judged yet; an error that is nil: accepted.
    var judgement: CallError??
    var results: [ActionResult] = []
    /// The actions that found their calls ended, until their results come.
    var alreadyEnded: [Int] = []
    var outcome: CallError??
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Its name on its line.
  public let id: RequestID
  /// The line that judges it.
  public let line: LineID
  /// The names of its actions, in order.
  public let actions: [UUID]
  private let state = Locked(State())
  private let listener: (@Sendable (RequestNews) -> Void)?

  init(id: RequestID, line: LineID, actions: [UUID], listener: (@Sendable (RequestNews) -> Void)? = nil) {
    self.id = id
    self.line = line
    self.actions = actions
    self.listener = listener
  }

  /// Whether it was judged, and was accepted.
  public var isAccepted: Bool {
    state.withLock { if case .some(.none) = $0.judgement { true } else { false } }
  }

  /// Whether it has ended, one way or the other.
  public var isComplete: Bool { state.withLock { $0.outcome != nil } }

  /// Returns when it was accepted; a request is judged as soon as it comes.
  ///
  /// - Throws: `CallError`, why it was refused; then it changed nothing.
  public func accepted() async throws(CallError) {
    let judgement = await wait { $0.judgement }
    if let judgement { throw judgement }
  }

  /// Returns when all of it was performed.
  ///
  /// - Throws: `CallError`, why it was refused or what failed.
  public func performed() async throws(CallError) {
    let outcome = await wait { $0.outcome }
    if let outcome { throw outcome }
  }

  /// The actions' own results, one by one as they come; nothing of a refused request.
  public var results: ActionResults { ActionResults(request: self) }

  /// The results that have come so far.
  public var resultsSoFar: [ActionResult] { state.withLock { $0.results } }

  func result(after count: Int) async -> ActionResult? {
    await wait { state in
      if count < state.results.count { return .some(state.results[count]) }
      return state.outcome == nil ? nil : .some(nil)
    }
  }

  func tell(_ news: RequestNews) {
    let waiters = state.withLock { state in
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
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
    listener?(news)
  }

  /// Waits until `answer` has one.
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
