internal import Locking

/// The queue of inputs that the session has not taken: command lines, answers, calls and events, in order of arrival.
final class RunInbox: Sendable {
  private let waiting = Locked<[RunInput]>([])
  private let bell: AsyncStream<Void>.Continuation
  /// Yields when inputs have come, possibly several at once.
  let rings: AsyncStream<Void>

  init() {
    (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds an input; any thread.
  func put(_ input: RunInput) {
    waiting.withLock { $0.append(input) }
    bell.yield()
  }

  /// Takes all inputs.
  func take() -> [RunInput] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
