import CRealTimeGuard
import CallAudio
import Glibc

/// Runs an engine with all its features under changing scenes, and checks its audio thread's actions.
struct Audit {
  private let fault: Fault
  private let engine = AudioEngine()
  private let stage: Stage

  init(planting fault: Fault) throws {
    self.fault = fault
    stage = try Stage(engine)
    rt_plant_allocation(nil, 0)
  }

  /// Prints the findings and exits: 0 for none, 1 for any, 2 for a failed audit.
  func run() throws -> Never {
    // A first round without watching: one-time initialization may allocate.
    try play(rounds: 20, clocks: [])
    engine.stop()
    try play(rounds: fault == .none ? 150 : 25, clocks: [MediaClock(rt_guard_watch, context: nil)] + (fault.clock.map { [$0] } ?? []))
    let counters = engine.counters
    let counts = (0..<UInt32(RT_KINDS)).map { rt_guard_count($0) }
    guard rt_guard_watched() == 1, counters.ticks > 40 else {
      print("the audio thread did not run: \(rt_guard_watched()) threads watched, \(counters.ticks) ticks")
      exit(2)
    }
    if fault == .none || counts.allSatisfy({ $0 == 0 }) { report(counts, counters) }
    let isFound = fault.kind.map { counts[Int($0)] > 0 } ?? counts.contains { $0 > 0 }
    // Not `exit`: the audio thread still runs, and is still watched.
    fflush(nil)
    _exit(isFound ? 1 : 0)
  }

  private func play(rounds: Int, clocks: [MediaClock]) throws {
    let scheduling = try engine.start()
    if !clocks.isEmpty, fault == .none { print("       \(scheduling)") }
    for round in 0..<rounds {
      try engine.apply(stage.scene(round, clocks: clocks))
      let wanted = engine.counters.ticks + 1
      while engine.counters.ticks < wanted { poll(nil, 0, 2) }
      stage.drain()
    }
  }

  private func report(_ counts: [UInt64], _ counters: EngineCounters) {
    let names = ["allocations", "frees", "locks", "writes", "system calls"]
    let found = zip(counts, names).map { "\($0) \($1)" }.joined(separator: ", ")
    print("       \(counters.ticks) ticks: \(found)")
    guard counts.contains(where: { $0 > 0 }) else { return }
    if rt_guard_first_system_call() >= 0 { print("       the first system call is number \(rt_guard_first_system_call())") }
    print("       the first of all was done here:")
    fflush(nil)
    rt_guard_print_first(STDOUT_FILENO)
  }
}
