internal import CMediaThread

extension MixingDesk {
  /// What the audio thread runs, given `loopContext`: a tick at every point of the grid until `stopLoop`.
  package static let loop: @convention(c) (UnsafeMutableRawPointer?) -> Void = runMediaLoop

  /// What `loop` is given; the desk must outlive it.
  package var loopContext: UnsafeMutableRawPointer { UnsafeMutableRawPointer(state) }

  /// Lets a loop run.
  package func allowLoop() { hookswitch_figure_set(&state.pointee.isStopping, 0) }

  /// Lets the loop end within 20 ms, or after the tick that it is in.
  package func stopLoop() { hookswitch_figure_set(&state.pointee.isStopping, 1) }
}

/// At file scope: a closure would carry the isolation of where it was made.
private func runMediaLoop(_ context: UnsafeMutableRawPointer?) {
  guard let desk = context?.assumingMemoryBound(to: DeskState.self) else { return }
  _ = hookswitch_mark_media_thread(1)
  let earlier = (late: desk.pointee.late, skipped: desk.pointee.skipped)
  var grid = TickGrid(now: hookswitch_monotonic_ns())
  while hookswitch_figure(&desk.pointee.isStopping) == 0 {
    hookswitch_sleep_until(grid.due)
    let began = hookswitch_monotonic_ns()
    _ = MixTick.run(desk, at: began)
    let ended = hookswitch_monotonic_ns()
    grid.ended(at: ended)
    hookswitch_figure_set(&desk.pointee.late, earlier.late + grid.late)
    hookswitch_figure_set(&desk.pointee.skipped, earlier.skipped + grid.skipped)
    hookswitch_figure_set(&desk.pointee.longest, max(desk.pointee.longest, ended - began))
  }
}
