import Locking

/// Records entries in order, and lets tests wait for one.
final class Tape<Entry: Sendable>: Sendable {
  private struct Kept {
    var entries: [Entry] = []
    var bells: [Int: AsyncStream<Void>.Continuation] = [:]
    var rung = 0
  }

  private let kept = Locked(Kept())

  /// All entries so far.
  var entries: [Entry] { kept.withLock(\.entries) }

  func add(_ entry: Entry) {
    let bells = kept.withLock { kept in
      kept.entries.append(entry)
      return Array(kept.bells.values)
    }
    for bell in bells { bell.yield() }
  }

  /// Waits for a matching entry from `start` on, and returns its index; nil after the limit.
  func firstIndex(
    from start: Int = 0, within limit: Duration = .seconds(15), where isWanted: @escaping @Sendable (Entry) -> Bool
  ) async -> Int? {
    guard await first(from: start, within: limit, { isWanted($0) ? true : nil }) != nil else { return nil }
    return entries[start...].firstIndex(where: isWanted)
  }

  /// Returns the first match from the entry `start` on; nil after the limit.
  func first<Found: Sendable>(
    from start: Int = 0, within limit: Duration = .seconds(15), _ match: @escaping @Sendable (Entry) -> Found?
  ) async -> Found? {
    let (rings, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = kept.withLock { kept in
      kept.rung += 1
      kept.bells[kept.rung] = bell
      return kept.rung
    }
    defer { kept.withLock { $0.bells[number] = nil } }
    bell.yield()
    return await within(limit) { [self] in
      var next = start
      for await _ in rings {
        let news = kept.withLock { Array($0.entries.dropFirst(next)) }
        next += news.count
        for entry in news { if let found = match(entry) { return found } }
      }
      return nil
    }
  }
}

/// Runs `body`; returns nil and cancels it after `limit` times the patience factor.
func within<Found: Sendable>(_ limit: Duration, _ body: @escaping @Sendable () async -> Found?) async -> Found? {
  await withTaskGroup(of: Found?.self) { group in
    group.addTask(operation: body)
    group.addTask {
      try? await ContinuousClock().sleep(for: limit * Patience.factor)  // bound: the limit itself
      return nil
    }
    let found = await group.next() ?? nil
    group.cancelAll()
    return found
  }
}

/// Polls `look` until it finds something; nil after `limit`.
///
/// For states that are not announced: a port of the system, a file, or a measurement of another process.
func lookFor<Found: Sendable>(
  _ limit: Duration, every pause: Duration = .milliseconds(20), _ look: @escaping @Sendable () async -> Found?
) async -> Found? {
  await within(limit) {
    while !Task.isCancelled {
      if let found = await look() { return found }
      try? await ContinuousClock().sleep(for: pause)  // bound: the time between two looks
    }
    return nil
  }
}
