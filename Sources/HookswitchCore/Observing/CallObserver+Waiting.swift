public import CallControl
internal import Locking

extension CallObserver {
  /// Waits until a call is in `state`.
  ///
  /// It also waits for a call that is not there yet, and sees a state that passed quickly.
  ///
  /// - Returns: the call in that state; nil when it ends without reaching it, when it has ended before, within the last day, or when the
  ///   waiting task is cancelled.
  public func call(_ call: CallID, reaches state: CallState) async -> Call? {
    let feed = LineFeed(host.core, line: line, limit: 4_096, tellsLag: false)
    defer { feed.stop() }
    // A call that has ended changes no more: what the feed already has is all.
    if host.core.board.withLock({ $0.switchboard.hasEnded(call) }) { feed.stop() }
    var wasThere = false
    while case .element(let snapshot)? = await feed.mailbox.next() {
      if let found = snapshot[call] {
        if found.state == state { return found }
        wasThere = true
      } else if wasThere, calls.allSatisfy({ $0.uuid != call }) {
        return nil
      }
    }
    return nil
  }
}
