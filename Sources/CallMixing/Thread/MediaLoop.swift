internal import CMediaThread

/// One thread's run of ticks: it has a stop of its own, so that a thread that is about to end never takes the next one's start for its own.
///
/// `@unchecked Sendable`: the state is one block of memory, which the thread reads and whoever stops it writes in single figures.
package final class MediaLoop: @unchecked Sendable {
  private let desk: MixingDesk
  private let state: UnsafeMutablePointer<LoopState>

  /// What the audio thread runs, given `context`: a tick at every point of the grid until `stop`.
  package static let body: @convention(c) (UnsafeMutableRawPointer?) -> Void = runMediaLoop

  package init(_ desk: MixingDesk) {
    self.desk = desk
    state = .allocate(capacity: 1)
    state.initialize(to: LoopState(desk: desk.state))
  }

  /// The thread must have ended.
  deinit { state.deallocate() }

  /// What `body` is given; the loop must outlive it.
  package var context: UnsafeMutableRawPointer { UnsafeMutableRawPointer(state) }

  /// Lets it end within 20 ms, or after the tick that it is in.
  package func stop() { hookswitch_figure_set(&state.pointee.isStopping, 1) }

  /// Whether the last tick has ended, so that the thread can be joined.
  package var hasEnded: Bool { hookswitch_figure(&state.pointee.hasEnded) != 0 }

  /// Keeps what a thread that hangs in a tick may still look at.
  package func giveUp() { _ = Unmanaged.passRetained(self) }
}

private struct LoopState {
  let desk: UnsafeMutablePointer<DeskState>
  /// A figure of the control side.
  var isStopping: UInt64 = 0
  /// A figure of the audio thread.
  var hasEnded: UInt64 = 0
}

/// At file scope: a closure would carry the isolation of where it was made.
private func runMediaLoop(_ context: UnsafeMutableRawPointer?) {
  guard let loop = context?.assumingMemoryBound(to: LoopState.self) else { return }
  _ = hookswitch_mark_media_thread(1)
  let desk = loop.pointee.desk
  var grid = TickGrid(now: hookswitch_monotonic_ns())
  while hookswitch_figure(&loop.pointee.isStopping) == 0 {
    hookswitch_sleep_until(grid.due)
    let began = hookswitch_monotonic_ns()
    // Another thread has the desk now, and this one's figures.
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
