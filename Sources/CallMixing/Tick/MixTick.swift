internal import CMediaThread

/// One tick: 20 ms of every call.
///
/// In this order: what the microphones heard goes to the calls, with what the other calls of their group said in the tick before; every
/// transport's clock; what the calls said; the sums, out to the calls of groups without a device, to the loudspeakers and the recordings. So a
/// transport that answers within its clock is heard in the same tick.
struct MixTick {
  let desk: UnsafeMutablePointer<DeskState>
  let number: UInt64
  let time: UInt64

  /// What became of a tick.
  enum Outcome {
    case ran
    /// Another tick runs.
    case leftOut
    /// A clock came back after the turn of this thread was taken away: it may touch nothing of the desk any more.
    case superseded
  }

  /// Runs on the audio thread, and makes the calling thread that while it lasts.
  static func run(_ desk: UnsafeMutablePointer<DeskState>, at time: UInt64) -> Outcome {
    guard hookswitch_tick_enter(&desk.pointee.slot) != 0 else { return .leftOut }
    let before = hookswitch_mark_media_thread(1)
    let plan = hookswitch_tick_plan(&desk.pointee.slot)
    hookswitch_figure_add(&desk.pointee.ticks, 1)
    if let plan {
      let tick = MixTick(desk: desk, number: desk.pointee.ticks, time: time)
      guard tick.run(plan.assumingMemoryBound(to: PlanRow.self)) else { return .superseded }
    }
    _ = hookswitch_mark_media_thread(before)
    hookswitch_tick_leave(&desk.pointee.slot)
    return .ran
  }

  /// False once the turn of this thread was taken away.
  private func run(_ plan: UnsafeMutablePointer<PlanRow>) -> Bool {
    let groups = plan.pointee.groups
    for place in groups.indices where groups[place].device != nil { speakFromDevice(&groups[place]) }
    let turn = hookswitch_turn(&desk.pointee.slot)
    for clock in plan.pointee.clocks {
      hookswitch_clock_enter(&desk.pointee.slot, turn, clock.context)
      clock.function(clock.context, time)
      guard hookswitch_clock_leave(&desk.pointee.slot, turn) != 0 else { return false }
    }
    prefetchFirst(groups)
    for place in groups.indices {
      prefetch(groups, after: place)
      mix(&groups[place])
    }
    return true
  }
}
