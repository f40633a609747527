internal import Locking

/// The switch by which a host gives a load up from another thread, until the load is complete.
package final class LoadGate: Sendable {
  /// A reason to give a load up.
  package enum Reason: Hashable, Sendable {
    /// A person or a program cancelled the load.
    case cancelled
    /// The directory was disabled.
    case disabled
    /// The directory is no longer in the configuration, or has another source.
    case replaced
    /// The host ends.
    case shutDown

    /// The reason as a sentence.
    package var sentence: String {
      switch self {
      case .cancelled: "the load was cancelled by directory.cancel"
      case .disabled: "the directory was disabled"
      case .replaced: "the configuration of the directory changed"
      case .shutDown: "the host ends"
      }
    }
  }

  private enum State: Sendable {
    case open
    case givenUp(Reason)
    case committed
  }

  private let state = Locked(State.open)

  /// Creates an open gate.
  package init() {}

  /// Gives the load up; without effect once it is complete.
  ///
  /// - Returns: false when the load is complete already.
  @discardableResult
  package func giveUp(_ reason: Reason) -> Bool {
    state.withLock { state in
      switch state {
      case .open: state = .givenUp(reason)
      case .givenUp: break
      case .committed: return false
      }
      return true
    }
  }

  /// The reason for which the host gave up; nil while it did not.
  package var reason: Reason? {
    state.withLock { if case .givenUp(let reason) = $0 { reason } else { nil } }
  }

  /// Makes the load complete; a second time changes nothing.
  ///
  /// - Returns: false when the host gave up before: the load is expired (L3).
  package func commit() -> Bool {
    state.withLock { state in
      if case .givenUp = state { return false }
      state = .committed
      return true
    }
  }

  /// Throws `loadingInterrupted` once the host has given up.
  func check() throws(DirectoryError) {
    if let reason { throw DirectoryError(.loadingInterrupted, "\(reason.sentence); the old data stay") }
  }
}
