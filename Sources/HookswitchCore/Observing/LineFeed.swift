internal import CallControl
internal import Locking

/// One observer's view of lines: first how they are, then how they change, each revision of a line at most once and in order.
final class LineFeed: ChangeReceiver {
  let mailbox: Mailbox<LineSnapshot>
  private let hub: ObserverHub
  private let seen = Locked<[LineID: UInt64]>([:])

  init(_ core: HostCore, line: LineID?, limit: Int, tellsLag: Bool) {
    mailbox = Mailbox(limit: limit, tellsLag: tellsLag)
    hub = core.observers
    hub.add(self, line: line)
    // What changes from here on comes by itself; what was there before is older, and is dropped if it comes late.
    for snapshot in core.snapshots(of: line) { deliver(snapshot) }
  }

  func take(_ change: LineChange) {
    deliver(change.snapshot)
  }

  /// Hears nothing more.
  func stop() {
    hub.remove(self)
    mailbox.close()
  }

  private func deliver(_ snapshot: LineSnapshot) {
    seen.withLock { seen in
      if let known = seen[snapshot.line], known >= snapshot.revision { return }
      seen[snapshot.line] = snapshot.revision
      // Inside the lock, so that two who deliver at once cannot pass each other; nobody is called from here.
      mailbox.put(snapshot)
    }
  }
}

extension HostCore {
  /// How a line is, or all that have calls are.
  package func snapshots(of line: LineID?) -> [LineSnapshot] {
    guard let line else { return lines.map(\.snapshot).filter { !$0.calls.isEmpty }.sorted { $0.line < $1.line } }
    return [board.withLock { $0.lines[line] }?.snapshot ?? Line(id: line).snapshot]
  }
}
