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

  /// Runs on the audio thread, and makes the calling thread that while it lasts.
  static func run(_ desk: UnsafeMutablePointer<DeskState>, at time: UInt64) -> Bool {
    guard hookswitch_tick_enter(&desk.pointee.slot) != 0 else { return false }
    let before = hookswitch_mark_media_thread(1)
    let plan = hookswitch_tick_plan(&desk.pointee.slot)
    hookswitch_figure_add(&desk.pointee.ticks, 1)
    if let plan {
      let tick = MixTick(desk: desk, number: desk.pointee.ticks, time: time)
      tick.run(plan.assumingMemoryBound(to: PlanRow.self))
    }
    _ = hookswitch_mark_media_thread(before)
    hookswitch_tick_leave(&desk.pointee.slot)
    return true
  }

  private func run(_ plan: UnsafeMutablePointer<PlanRow>) {
    let groups = plan.pointee.groups
    for place in groups.indices where groups[place].device != nil { speakFromDevice(&groups[place]) }
    for clock in plan.pointee.clocks { clock.function(clock.context, time) }
    prefetchFirst(groups)
    for place in groups.indices {
      prefetch(groups, after: place)
      mix(&groups[place])
    }
  }
}
