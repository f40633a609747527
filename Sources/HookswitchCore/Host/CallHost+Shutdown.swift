internal import CallControl
internal import Locking

extension CallHost {
  /// The least time that transports get to close their instances.
  private static let closingTime = Duration.seconds(2)

  /// Ends all calls, waits for them, retires the providers, and flushes the journals.
  ///
  /// Stop making requests first. With a virtual clock, advance the time while a provider leaves an End unanswered.
  ///
  /// - Parameter limit: the longest wait for the ends of calls, and again (but at least 2 s) for transports to close, in real time; nil for
  ///   the time limits of the actions alone.
  /// - Returns: true when every call ended; false when some were given up at the limit.
  @discardableResult
  public func shutdown(within limit: Duration? = nil) async -> Bool {
    let core = core
    // The calls in front end last: the end of a front group would resume a held one (E3).
    let ends = core.lines.flatMap { line in
      let (snapshot, front) = (line.snapshot, line.snapshot.front)
      return (snapshot.calls.filter { $0.group != front } + snapshot.calls.filter { $0.group == front }).map {
        core.request(.transaction([.end($0.uuid)]), origin: .host, line: line.id, actions: [])
      }
    }
    let hasEnded = await Self.wait(for: limit) { for end in ends { try? await end.performed() } }
    await Self.wait(for: limit.map { max($0, Self.closingTime) }) {
      for id in core.providers.withLock({ Array($0.keys) }) {
        await withCheckedContinuation { continuation in core.retire(id) { continuation.resume() } }
      }
      await core.settle()
    }
    core.audio?.close()
    await core.journal.flush()
    return hasEnded
  }

  /// Waits until `work` has ended, at most for a time; the work goes on after it.
  ///
  /// - Returns: true when the work ended.
  @discardableResult
  private static func wait(for limit: Duration?, _ work: @escaping @Sendable () async -> Void) async -> Bool {
    guard let limit else {
      await work()
      return true
    }
    let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self)
    Task {
      await work()
      outcome.yield(true)
    }
    let patience = Task {
      try await Task.sleep(for: limit)
      outcome.yield(false)
    }
    defer { patience.cancel() }
    return await outcomes.first { _ in true } ?? false
  }
}
