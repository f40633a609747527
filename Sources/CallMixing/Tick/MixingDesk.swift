internal import CMediaThread

/// Where the control side and the audio thread meet: one pointer to the plan, the audio thread's scratch memory, and its figures.
///
/// `@unchecked Sendable`: the state is one block of memory; each field is either atomic or, as its comment says, the audio thread's alone.
package final class MixingDesk: @unchecked Sendable {
  /// What the audio thread is given: plain memory, so that a tick counts no references.
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

  /// Puts `plan` in place of the one before it; nil: none.
  ///
  /// One thread at a time; the plan must be held until its fence has passed.
  /// - Returns: what must have passed before anything of the plan before it may go.
  package func put(_ plan: MixPlan?) -> TickFence {
    TickFence(ticks: hookswitch_plan_put(&state.pointee.slot, plan.map { UnsafeMutableRawPointer($0.head) }))
  }

  /// What must have passed before what no plan names any more may go.
  ///
  /// One thread at a time, the same that puts plans.
  package var fence: TickFence { TickFence(ticks: hookswitch_ticks_begun(&state.pointee.slot)) }

  /// Whether every tick that could have begun before `fence` was made has ended.
  package func hasPassed(_ fence: TickFence) -> Bool { hookswitch_ticks_ended(&state.pointee.slot) >= fence.ticks }

  /// Runs a tick, on the calling thread, which is the audio thread while it does.
  /// - Returns: whether it ran; not when another is running.
  package func tick(at time: UInt64) -> Bool { MixTick.run(state, at: time) == .ran }

  /// The clock that the audio thread is inside now; nil: it is inside none.
  ///
  /// Any thread.
  package var clockUnderWay: ClockUnderWay? {
    var context: UnsafeMutableRawPointer?
    let turn = hookswitch_turn_now(&state.pointee.slot, &context)
    guard turn & 1 != 0 else { return nil }
    return ClockUnderWay(turn: turn, tick: hookswitch_ticks_begun(&state.pointee.slot), context: context)
  }

  /// Takes the turn from an audio thread that is still inside that clock; false when it has come back.
  ///
  /// Another thread may run ticks from then on. The one that hangs must find the desk where it is whenever it comes back: the desk is never freed.
  package func takeTurn(from clock: ClockUnderWay) -> Bool {
    guard hookswitch_turn_take(&state.pointee.slot, clock.turn) != 0 else { return false }
    _ = Unmanaged.passRetained(self)
    return true
  }

  /// What happened so far.
  ///
  /// Any thread.
  package var figures: DeskFigures {
    DeskFigures(
      ticks: hookswitch_figure(&state.pointee.ticks), late: hookswitch_figure(&state.pointee.late),
      skipped: hookswitch_figure(&state.pointee.skipped), longest: hookswitch_figure(&state.pointee.longest))
  }
}

/// A clock that the audio thread was seen inside of.
///
/// `@unchecked Sendable`: the context is compared, and never followed.
package struct ClockUnderWay: Equatable, @unchecked Sendable {
  let turn: UInt64
  let tick: UInt64
  /// What the clock is given.
  package let context: UnsafeMutableRawPointer?
}

/// A moment in the row of ticks.
package struct TickFence: Sendable {
  /// How many must have ended.
  let ticks: UInt64
}

/// What the audio thread counts of itself.
package struct DeskFigures: Sendable {
  package var ticks: UInt64
  package var late: UInt64
  package var skipped: UInt64
  /// Nanoseconds.
  package var longest: UInt64
}

struct DeskState {
  /// Shared: by the functions of plan_slot.h.
  var slot = hookswitch_plan_slot()

  // Figures of the audio thread, read by anybody.
  var ticks: UInt64 = 0
  var late: UInt64 = 0
  var skipped: UInt64 = 0
  var longest: UInt64 = 0

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
