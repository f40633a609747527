internal import Locking

/// A bounded queue with one reader, which never blocks writers and counts what it drops.
package final class Mailbox<Element: Sendable>: Sendable {
  /// An item for the reader.
  package enum Item: Sendable {
    case element(Element)
    /// This many elements were dropped here, the oldest first.
    case lagged(Int)
  }

  private struct State {
    var items: [Element] = []
    var head = 0
    var dropped = 0
    var isClosed = false
    var reader: CheckedContinuation<Item?, Never>?
  }

  private let state = Locked(State())
  private let limit: Int
  /// True when the reader receives the number of dropped elements.
  private let tellsLag: Bool

  /// Creates a queue of at most `limit` elements; the oldest are dropped first.
  package init(limit: Int, tellsLag: Bool) {
    self.limit = max(1, limit)
    self.tellsLag = tellsLag
  }

  /// Adds an element.
  ///
  /// - Returns: true for the first loss of elements since the reader learned of one; a reader that does not learn of losses has none.
  @discardableResult
  package func put(_ element: Element) -> Bool {
    var isFirstLoss = false
    let reader = state.withLock { state -> CheckedContinuation<Item?, Never>? in
      if state.isClosed { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.items.append(element)
      if state.items.count - state.head > limit {
        state.head += 1
        if tellsLag {
          isFirstLoss = state.dropped == 0
          state.dropped += 1
        }
        if state.head >= 64, state.head * 2 > state.items.count {
          state.items.removeFirst(state.head)
          state.head = 0
        }
      }
      return nil
    }
    reader?.resume(returning: .element(element))
    return isFirstLoss
  }

  /// Removes the oldest element, waiting for one.
  ///
  /// Returns nil when the queue is closed and empty, or the reader's task is cancelled.
  package func next() async -> Item? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (found, isHere) = state.withLock { state -> (Item?, Bool) in
          if state.dropped > 0 {
            defer { state.dropped = 0 }
            return (.lagged(state.dropped), true)
          }
          if state.head < state.items.count {
            defer { Self.advance(&state) }
            return (.element(state.items[state.head]), true)
          }
          if state.isClosed || Task.isCancelled || state.reader != nil { return (nil, true) }
          state.reader = continuation
          return (nil, false)
        }
        if isHere { continuation.resume(returning: found) }
      }
    } onCancel: {
      dismissReader()
    }
  }

  /// Refuses further elements; those in the queue can still be read.
  package func close() {
    state.withLock { $0.isClosed = true }
    dismissReader()
  }

  private func dismissReader() {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  private static func advance(_ state: inout State) {
    state.head += 1
    if state.head == state.items.count {
      state.items.removeAll(keepingCapacity: true)
      state.head = 0
    }
  }
}

/// Ends a subscription when the last iterator of its sequence is released.
package final class FeedLifetime: Sendable {
  private let end: @Sendable () -> Void

  package init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
