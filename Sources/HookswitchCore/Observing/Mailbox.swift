internal import Locking

/// A bounded queue with one reader: it stops nobody who writes, and says what it had to drop.
package final class Mailbox<Element: Sendable>: Sendable {
  /// What a reader takes out.
  package enum Item: Sendable {
    case element(Element)
    /// So many were dropped here, the oldest first.
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
  /// Whether what is dropped is told.
  private let tellsLag: Bool

  /// Keeps at most `limit` elements; the oldest go first.
  package init(limit: Int, tellsLag: Bool) {
    self.limit = max(1, limit)
    self.tellsLag = tellsLag
  }

  package func put(_ element: Element) {
    let reader = state.withLock { state -> CheckedContinuation<Item?, Never>? in
      if state.isClosed { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.items.append(element)
      if state.items.count - state.head > limit {
        state.head += 1
        if tellsLag { state.dropped += 1 }
        if state.head >= 64, state.head * 2 > state.items.count {
          state.items.removeFirst(state.head)
          state.head = 0
        }
      }
      return nil
    }
    reader?.resume(returning: .element(element))
  }

  /// Takes the oldest; waits for one.
  ///
  /// nil: it is closed and empty, or the reader's task was cancelled.
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

  /// Takes nothing more; what is there can still be read.
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
