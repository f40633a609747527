public import CallControl

extension CallObserver {
  /// Waits until a call is in `state`.
  ///
  /// It also waits for an unknown call, including one that has ended already, and sees a state that passed quickly.
  ///
  /// - Returns: the call in that state; nil when it ends without reaching it, or the waiting task is cancelled.
  public func call(_ call: CallID, reaches state: CallState) async -> Call? {
    var wasThere = false
    for await step in history(limit: 4_096) {
      guard case .snapshot(let snapshot) = step else { continue }
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
