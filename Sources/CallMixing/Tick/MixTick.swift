internal import CMediaThread
internal import TransportABI

/// One tick: 20 ms of every call.
///
/// In order: the microphones' frames go to the calls, with the other members' frames of the previous tick; every transport's clock runs;
/// the calls' frames are taken; the sums go to the calls of groups without a device, the loudspeakers and the recordings. A transport that
/// responds within its clock is therefore heard in the same tick.
struct MixTick {
  let desk: UnsafeMutablePointer<DeskState>
  let number: UInt64
  let time: UInt64

  enum Outcome {
    case ran
    /// Another tick was running.
    case leftOut
    /// A clock returned after another thread took over this thread's turn; this thread must no longer touch the desk.
    case superseded
  }

  /// Runs a tick; the calling thread counts as the audio thread meanwhile.
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

  /// Runs the plan; false when another thread took over this thread's turn.
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

/// The recording of frames.
extension MixTick {
  /// Records a call: left the frame sent in this tick, right the far end's.
  func record(_ member: MemberRow) {
    guard !member.taps.isEmpty else { return }
    let left = member.sent.map { AudioRing.samples(of: $0) }
    let isSilent = (member.heard?.pointee.flags ?? 0) & UInt32(HSW_SLOT_SILENCE) != 0
    let right = isSilent ? nil : member.heard.map { AudioRing.samples(of: $0) }
    for place in member.taps.indices {
      var tap = member.taps[place]
      write(left, right, to: &tap, samples: member.block.rate.samplesPerFrame)
    }
  }

  /// Records a group: left the microphone or, without a device, the first member; right all calls or, without a device, the others.
  func record(_ group: GroupRow, _ sums: FrameMath.Sums, voices: Int, left: FrameMath.Samples?) {
    guard var tap = group.tap else { return }
    let isFirstMember = group.device == nil && left != nil
    FrameMath.write(sums, without: isFirstMember ? left : nil, to: desk.pointee.frame, count: group.samples)
    write(left, UnsafePointer(desk.pointee.frame), to: &tap, samples: group.samples)
  }

  private func write(_ left: FrameMath.Samples?, _ right: FrameMath.Samples?, to ring: UnsafePointer<hsw_ring>, samples: Int) {
    guard let slot = hsw_ring_room(ring) else { return }
    FrameMath.interleave(left, right, to: AudioRing.samples(of: slot), count: samples)
    slot.pointee.bytes = UInt32(2 * samples * MemoryLayout<Int16>.size)
    slot.pointee.flags = left == nil && right == nil ? UInt32(HSW_SLOT_SILENCE) : 0
    slot.pointee.mono_ns = time
    _ = hsw_ring_push(ring)
  }
}
