internal import CallControl
internal import Locking

/// An observer's view of lines: the present snapshots first, then each change of a line once and in order.
final class LineFeed: NewsReceiver {
  let mailbox: Mailbox<LineHistory.Element>
  private let hub: ObserverHub
  private let start = Locked(Start())

  /// The revisions at which the feed began, until a line's first change after it.
  private struct Start {
    var revisions: [LineID: UInt64] = [:]
    var isOver = false
  }

  init(_ core: HostCore, line: LineID?, limit: Int, tellsLag: Bool) {
    mailbox = Mailbox(limit: limit, tellsLag: tellsLag)
    hub = core.observers
    hub.add(self, of: .changes, line: line)
    for snapshot in core.snapshots(of: line) { begin(with: snapshot) }
    start.withLock { $0.isOver = true }
  }

  /// Delivers a change that the line's first snapshot does not contain yet.
  func take(_ news: HostNews) {
    guard case .change(let change) = news else { return }
    start.withLock { start in
      if let first = start.revisions[change.line] {
        // The drainer tells a line's changes in order, so only those before the first newer one can be old.
        guard change.revision > first else { return }
        if start.isOver { start.revisions[change.line] = nil }
      } else if !start.isOver {
        // The change came before the line's first snapshot, and takes its place.
        start.revisions[change.line] = change.revision
        return mailbox.put(.snapshot(change.snapshot))
      }
      if !start.isOver { start.revisions[change.line] = change.revision }
      // Under the lock, so that two threads deliver in order; this calls no other code.
      mailbox.put(.change(change))
    }
  }

  /// Stops observing.
  func stop() {
    hub.remove(self)
    mailbox.close()
  }

  private func begin(with snapshot: LineSnapshot) {
    start.withLock { start in
      guard start.revisions[snapshot.line] == nil else { return }
      start.revisions[snapshot.line] = snapshot.revision
      mailbox.put(.snapshot(snapshot))
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
