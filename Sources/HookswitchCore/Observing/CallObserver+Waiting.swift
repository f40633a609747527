public import CallControl

extension CallObserver {
  /// Returns the call once it is in `state`; at once if it is there already.
  ///
  /// For a call that is not there yet it waits; a state that came and went while the caller was busy elsewhere is still seen.
  /// - Returns: the call as it was then; nil when it ended before, or the waiting task was cancelled.
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
