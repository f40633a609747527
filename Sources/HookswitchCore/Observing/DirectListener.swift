package import CallControl

/// Receives events and changes of calls at once and in order, on the thread that drains the line.
///
/// It is for the project's own shells and benchmarks, whose listeners must not block.
package final class DirectListener: EventReceiver, ChangeReceiver {
  private let body: @Sendable (HostEvent) -> Void
  private let change: (@Sendable (Call) -> Void)?

  /// Begins to listen; `body` may call the host but must not wait.
  package init(_ host: CallHost, _ body: @escaping @Sendable (HostEvent) -> Void) {
    self.body = body
    change = nil
    host.core.observers.add(self as any EventReceiver)
  }

  /// Begins to listen to events and changes; neither function may wait.
  ///
  /// - Parameter change: receives each call that is new, has changed or is over.
  package init(
    _ host: CallHost, changes change: @escaping @Sendable (Call) -> Void, events body: @escaping @Sendable (HostEvent) -> Void
  ) {
    self.body = body
    self.change = change
    host.core.observers.add(self as any EventReceiver)
    host.core.observers.add(self, line: nil)
  }

  /// Stops listening; otherwise the listener listens for the host's life.
  package func stop(_ host: CallHost) {
    host.core.observers.remove(self as any EventReceiver)
    if change != nil { host.core.observers.remove(self as any ChangeReceiver) }
  }

  func take(_ event: HostEvent) {
    body(event)
  }

  package func take(_ change: LineChange) {
    guard let tell = self.change else { return }
    for call in change.changed { tell(call) }
  }
}
