internal import CallControl
internal import Locking

/// An observer's view of lines: present snapshots, then each revision of a line at most once and in order.
final class LineFeed: ChangeReceiver {
  let mailbox: Mailbox<LineSnapshot>
  private let hub: ObserverHub
  private let seen = Locked<[LineID: UInt64]>([:])

  init(_ core: HostCore, line: LineID?, limit: Int, tellsLag: Bool) {
    mailbox = Mailbox(limit: limit, tellsLag: tellsLag)
    hub = core.observers
    hub.add(self, line: line)
    // The hub delivers newer changes already; a snapshot that is older is dropped.
    for snapshot in core.snapshots(of: line) { deliver(snapshot) }
  }

  func take(_ change: LineChange) {
    deliver(change.snapshot)
  }

  /// Stops observing.
  func stop() {
    hub.remove(self)
    mailbox.close()
  }

  private func deliver(_ snapshot: LineSnapshot) {
    seen.withLock { seen in
      if let known = seen[snapshot.line], known >= snapshot.revision { return }
      seen[snapshot.line] = snapshot.revision
      // Under the lock, so that two threads deliver in order; this calls no other code.
      mailbox.put(snapshot)
    }
  }
}

extension HostCore {
  /// Returns the snapshot of a line, or of all lines with calls.
  package func snapshots(of line: LineID?) -> [LineSnapshot] {
    guard let line else { return lines.map(\.snapshot).filter { !$0.calls.isEmpty }.sorted { $0.line < $1.line } }
    return [board.withLock { $0.lines[line] }?.snapshot ?? Line(id: line).snapshot]
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
