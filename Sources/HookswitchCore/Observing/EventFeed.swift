internal import CallControl

/// A listener's queue of events.
final class EventFeed: EventReceiver {
  let mailbox: Mailbox<HostEvent>
  private let core: HostCore
  private let line: LineID?

  init(_ core: HostCore, line: LineID?, limit: Int) {
    mailbox = Mailbox(limit: limit, tellsLag: true)
    self.core = core
    self.line = line
    core.observers.add(self)
  }

  /// The time on the host's clock.
  var now: Instant { core.clock.now }

  func take(_ event: HostEvent) {
    if line == nil || event.line == nil || event.line == line { mailbox.put(event) }
  }

  /// Stops listening.
  func stop() {
    core.observers.remove(self)
    mailbox.close()
  }
}
