internal import CMediaThread

/// The meeting point of the control side and the audio thread: one pointer to the plan, the audio thread's scratch memory, and its
/// counters.
///
/// `@unchecked Sendable`: the state is one block of memory; each field is either atomic or marked as the audio thread's own.
package final class MixingDesk: @unchecked Sendable {
  /// The audio thread's view: plain memory, so that a tick counts no references.
  let state: UnsafeMutablePointer<DeskState>

  package init() {
    state = .allocate(capacity: 1)
    state.initialize(to: DeskState())
  }

  /// No tick may run any more.
  deinit {
    state.pointee.scratch.deallocate()
    state.deallocate()
  }

  /// Replaces the plan; nil for none.
  ///
  /// One thread at a time; hold the plan until its fence has passed.
  /// - Returns: The fence that must pass before the memory of the previous plan is freed.
  package func put(_ plan: MixPlan?) -> TickFence {
    TickFence(ticks: hookswitch_plan_put(&state.pointee.slot, plan.map { UnsafeMutableRawPointer($0.head) }))
  }

  /// The fence that must pass before memory that no plan refers to any more is freed.
  ///
  /// One thread at a time, the same one that puts plans.
  package var fence: TickFence { TickFence(ticks: hookswitch_ticks_begun(&state.pointee.slot)) }

  /// Returns true once every tick that could have begun before `fence` was made has ended.
  package func hasPassed(_ fence: TickFence) -> Bool { hookswitch_ticks_ended(&state.pointee.slot) >= fence.ticks }

  /// Runs a tick on the calling thread, which counts as the audio thread meanwhile.
  ///
  /// - Returns: False when another tick was running.
  package func tick(at time: UInt64) -> Bool { MixTick.run(state, at: time) == .ran }

  /// The clock that the audio thread is in; nil when it is in none.
  ///
  /// Any thread.
  package var clockUnderWay: ClockUnderWay? {
    var context: UnsafeMutableRawPointer?
    let turn = hookswitch_turn_now(&state.pointee.slot, &context)
    guard turn & 1 != 0 else { return nil }
    return ClockUnderWay(turn: turn, tick: hookswitch_ticks_begun(&state.pointee.slot), context: context)
  }

  /// Takes the turn from an audio thread that is still in that clock; false when the clock has returned.
  ///
  /// Another thread may run ticks afterwards. The desk is never freed then, because the hung thread may return to it at any time.
  package func takeTurn(from clock: ClockUnderWay) -> Bool {
    guard hookswitch_turn_take(&state.pointee.slot, clock.turn) != 0 else { return false }
    _ = Unmanaged.passRetained(self)
    return true
  }

  /// The time of a point of the grid of ticks, in nanoseconds of CLOCK_MONOTONIC; it never changes.
  package var origin: UInt64 { state.pointee.origin }

  /// The counters so far.
  ///
  /// Any thread.
  package var figures: DeskFigures {
    DeskFigures(
      ticks: hookswitch_ticks_ended(&state.pointee.slot), late: hookswitch_figure(&state.pointee.late),
      skipped: hookswitch_figure(&state.pointee.skipped), longest: hookswitch_figure(&state.pointee.longest))
  }
}

/// A clock that the audio thread was in.
///
/// `@unchecked Sendable`: the context is only compared, never dereferenced.
package struct ClockUnderWay: Equatable, @unchecked Sendable {
  let turn: UInt64
  let tick: UInt64
  /// The clock's argument.
  package let context: UnsafeMutableRawPointer?
}

/// A point in the sequence of ticks.
package struct TickFence: Sendable {
  /// The number of ticks that must have ended.
  let ticks: UInt64
}

/// The audio thread's counters.
package struct DeskFigures: Sendable {
  /// The ticks that have ended: after a change of this number, the frames of that tick lie in their rings.
  package var ticks: UInt64
  package var late: UInt64
  package var skipped: UInt64
  /// The duration of the longest tick, in nanoseconds.
  package var longest: UInt64
}

struct DeskState {
  /// Shared, through the functions of plan_slot.h.
  var slot = hookswitch_plan_slot()

  // Written by the audio thread, read by any thread.
  var ticks: UInt64 = 0
  var late: UInt64 = 0
  var skipped: UInt64 = 0
  var longest: UInt64 = 0

  /// The time of a point of the grid, in nanoseconds of CLOCK_MONOTONIC.
  let origin = hookswitch_monotonic_ns()

  // The audio thread's own.
  let scratch: UnsafeMutableRawPointer
  var sums: FrameMath.Sums
  var sumsWithDevice: FrameMath.Sums
  var frame: UnsafeMutablePointer<Int16>

  init() {
    let samples = AudioRate.fullband.samplesPerFrame
    let wide = samples * MemoryLayout<Int32>.size
    scratch = .allocate(byteCount: 3 * wide, alignment: RingArena.line)
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: 3 * wide)
    sums = scratch.assumingMemoryBound(to: Int32.self)
    sumsWithDevice = (scratch + wide).assumingMemoryBound(to: Int32.self)
    frame = (scratch + 2 * wide).assumingMemoryBound(to: Int16.self)
  }
}
