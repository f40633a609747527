internal import CMediaThread
internal import CallMixing

/// The thread `[programs]`: calls one function 1 ms after every tick of the audio thread, and sleeps while there is nothing to do.
package final class ProgramThread: Sendable {
  /// The distance behind the audio thread's grid, in nanoseconds.
  package static let distance: UInt64 = 1_000_000

  private let thread: WorkThread

  /// Starts the thread; nil when the system provides none.
  ///
  /// - Parameters:
  ///   - engine: The engine with the grid.
  ///   - turn: Called after every tick; it returns false when the thread may sleep until `wake`.
  package init?(of engine: AudioEngine, turn: @escaping @Sendable () -> Bool) {
    let origin = engine.grid
    let made = WorkThread("programs") {
      var due = TickGrid(now: hookswitch_monotonic_ns() - Self.distance, origin: origin).due + Self.distance
      while true {
        hookswitch_sleep_until(due)
        guard turn() else { return -1 }
        // After a late turn, the next one is due at the next point of the grid.
        let now = hookswitch_monotonic_ns()
        due += (max(now, due) - due) / TickGrid.period * TickGrid.period + TickGrid.period
      }
    }
    guard let made else { return nil }
    thread = made
  }

  /// Continues after a sleep.
  ///
  /// Any thread.
  package func wake() { thread.wake() }

  /// Ends the thread; `turn` must return false from now on.
  ///
  /// Call it once, and not from `turn`. It waits for the present turn.
  package func stop() { thread.stop() }
}
