internal import Locking

/// What has come in and was not taken yet: typed lines, answers, calls and events, in the order in which they came.
final class RunInbox: Sendable {
  private let waiting = Locked<[RunInput]>([])
  private let bell: AsyncStream<Void>.Continuation
  /// Rings when something has come in; several things may come with one ring.
  let rings: AsyncStream<Void>

  init() {
    (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds an input; any thread.
  func put(_ input: RunInput) {
    waiting.withLock { $0.append(input) }
    bell.yield()
  }

  /// Takes all that has come in.
  func take() -> [RunInput] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
