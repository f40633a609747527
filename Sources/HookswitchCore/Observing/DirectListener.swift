internal import CallControl

/// Hears events at once, on the thread that drains the line: for the house's own shells and benchmarks, whose listeners must not block.
package final class DirectListener: EventReceiver {
  private let body: @Sendable (HostEvent) -> Void

  /// Begins to listen; `body` may ask the host for anything, and must not wait.
  package init(_ host: CallHost, _ body: @escaping @Sendable (HostEvent) -> Void) {
    self.body = body
    host.core.observers.add(self)
  }

  /// Hears nothing more; a listener that is not stopped listens for as long as the host lives.
  package func stop(_ host: CallHost) {
    host.core.observers.remove(self)
  }

  func take(_ event: HostEvent) {
    body(event)
  }
}
