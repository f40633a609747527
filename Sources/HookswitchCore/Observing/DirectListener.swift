/// Receives news at once and in order, on the thread that drains the line.
///
/// It is for the project's own shells and benchmarks, whose listeners must not block. One that begins before the host's first provider
/// misses nothing.
package final class DirectListener: NewsReceiver {
  private let body: @Sendable (HostNews) -> Void
  private let turn: @Sendable (TurnNews) -> Void

  /// Begins to listen to changes and events; `body` may call the host but must not wait.
  package init(_ host: CallHost, news body: @escaping @Sendable (HostNews) -> Void) {
    self.body = body
    turn = { _ in }
    host.core.observers.add(self, of: [.changes, .events])
  }

  /// Begins to listen to changes; `body` may call the host but must not wait.
  package init(_ host: CallHost, changes body: @escaping @Sendable (LineChange) -> Void) {
    self.body = { if case .change(let change) = $0 { body(change) } }
    turn = { _ in }
    host.core.observers.add(self, of: .changes)
  }

  /// Begins to listen to events; `body` may call the host but must not wait.
  package init(_ host: CallHost, _ body: @escaping @Sendable (HostEvent) -> Void) {
    self.body = { if case .event(let event) = $0 { body(event) } }
    turn = { _ in }
    host.core.observers.add(self, of: .events)
  }

  /// Begins to listen to whole turns, and to events outside turns; the functions may call the host but must not wait.
  package init(
    _ host: CallHost, turn: @escaping @Sendable (TurnNews) -> Void, event: @escaping @Sendable (HostEvent) -> Void
  ) {
    body = { if case .event(let news) = $0 { event(news) } }
    self.turn = turn
    host.core.observers.add(self, of: .turns)
  }

  /// Stops listening; otherwise the listener listens for the host's life.
  package func stop(_ host: CallHost) {
    host.core.observers.remove(self)
  }

  package func take(_ news: HostNews) {
    body(news)
  }

  package func take(_ turn: TurnNews) {
    self.turn(turn)
  }
}
