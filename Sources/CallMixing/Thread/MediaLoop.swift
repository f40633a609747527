internal import CMediaThread

/// The tick loop of one thread.
///
/// Each loop has its own stop flag, so that an ending thread cannot miss its stop when the next one starts.
///
/// `@unchecked Sendable`: the state is one block of memory, read and written in atomic figures.
package final class MediaLoop: @unchecked Sendable {
  private let desk: MixingDesk
  private let state: UnsafeMutablePointer<LoopState>

  /// The audio thread's function, called with `context`: runs a tick at every point of the grid until `stop`.
  package static let body: @convention(c) (UnsafeMutableRawPointer?) -> Void = runMediaLoop

  package init(_ desk: MixingDesk) {
    self.desk = desk
    state = .allocate(capacity: 1)
    state.initialize(to: LoopState(desk: desk.state))
  }

  /// The thread must have ended.
  deinit { state.deallocate() }

  /// The argument of `body`; the loop must outlive the thread.
  package var context: UnsafeMutableRawPointer { UnsafeMutableRawPointer(state) }

  /// Ends the thread within 20 ms, or after its present tick.
  package func stop() { hookswitch_figure_set(&state.pointee.isStopping, 1) }

  /// True after the last tick, when the thread can be joined.
  package var hasEnded: Bool { hookswitch_figure(&state.pointee.hasEnded) != 0 }
}

private struct LoopState {
  let desk: UnsafeMutablePointer<DeskState>
  /// Written by the control side.
  var isStopping: UInt64 = 0
  /// Written by the audio thread.
  var hasEnded: UInt64 = 0
}

/// At file scope, because a closure would inherit the isolation of its context.
private func runMediaLoop(_ context: UnsafeMutableRawPointer?) {
  guard let loop = context?.assumingMemoryBound(to: LoopState.self) else { return }
  _ = hookswitch_mark_media_thread(1)
  let desk = loop.pointee.desk
  // Every thread of the desk keeps the same grid: other processes have been told of it.
  var grid = TickGrid(now: hookswitch_monotonic_ns(), origin: desk.pointee.origin)
  while hookswitch_figure(&loop.pointee.isStopping) == 0 {
    hookswitch_sleep_until(grid.due)
    let began = hookswitch_monotonic_ns()
    // Another thread took over the desk and its figures.
    if MixTick.run(desk, at: began) == .superseded { return }
    let ended = hookswitch_monotonic_ns()
    let before = grid
    grid.ended(at: ended)
    hookswitch_figure_add(&desk.pointee.late, grid.late - before.late)
    hookswitch_figure_add(&desk.pointee.skipped, grid.skipped - before.skipped)
    hookswitch_figure_set(&desk.pointee.longest, max(hookswitch_figure(&desk.pointee.longest), ended - began))
  }
  hookswitch_figure_set(&loop.pointee.hasEnded, 1)
}

/// The due times of ticks: every 20 ms on a fixed grid.
///
/// A tick that ends after the next is due is late, and the ticks due meanwhile are skipped. Running them anyway would make the next tick
/// late too, and the kernel stops a real-time thread that never sleeps.
package struct TickGrid: Sendable {
  /// The nanoseconds between ticks.
  package static let period: UInt64 = 20_000_000

  /// The next tick's time, in nanoseconds of CLOCK_MONOTONIC.
  package private(set) var due: UInt64
  /// Ticks that ended after the next was due.
  package private(set) var late: UInt64 = 0
  /// Ticks skipped.
  package private(set) var skipped: UInt64 = 0

  /// Creates a grid through `origin` whose first tick is the next one after `now`, and not before `origin`.
  package init(now: UInt64, origin: UInt64) {
    due = now < origin ? origin : origin + ((now - origin) / Self.period + 1) * Self.period
  }

  /// Records that the due tick ended at `now`.
  package mutating func ended(at now: UInt64) {
    due += Self.period
    guard now >= due else { return }
    let missed = (now - due) / Self.period + 1
    late += 1
    skipped += missed
    due += missed * Self.period
  }
}
