import CallAudio

/// The cost of mixing, and the number of calls that one thread carries.
struct MixerPart: BenchmarkPart {
  static let name = "mixer"
  static let summary = "two-way legs at 8 kHz: nanoseconds a leg and frame with rings and levels, and how many a 20 ms clock carries"

  func measure() async throws -> [Measurement] {
    try [
      Measurement("mixer.ns_per_leg_frame", cost(legs: 100, isCold: false), "ns", .atMost(300)),
      Measurement("mixer.ns_per_leg_frame_cold", cost(legs: 5_000, isCold: true), "ns", .atMost(500)),
      Measurement("mixer.ns_per_leg_frame_conference", cost(legs: 100, isCold: false, groupSize: 50), "ns"),
      Measurement("mixer.ns_per_resampled_leg_frame", cost(legs: 100, isCold: false, groupRate: .fullband), "ns"),
      Measurement("mixer.apply_5000_legs_us", applying(legs: 5_000), "us"),
      Measurement("mixer.legs_without_late_frame", Double(legsInTime()), "legs", .atLeast(5_000)),
      Measurement("mixer.late_ticks_busy_real_time", lateWhileBusy(wantsRealTime: true), "of 500", .atMost(0)),
      Measurement("mixer.late_ticks_busy_plain", lateWhileBusy(wantsRealTime: false), "of 500"),
      Measurement("audio.rt_allocations", allocations(), "", .atMost(0)),
    ]
  }

  /// Returns the minimum of several runs, each over many ticks: other work on the machine can only add time.
  private func cost(legs: Int, isCold: Bool, groupSize: Int = 2, groupRate: AudioRate = .narrowband) throws -> Double {
    let bench = try MixerBench(legs: legs, groupSize: groupSize, groupRate: groupRate, isCold: isCold)
    let ticks = isCold ? 20 : 50
    var least = Double.infinity
    bench.tick(20)
    for _ in 0..<20 {
      var spent: Int64 = 0
      for _ in 0..<ticks { spent += bench.timedTick() }
      least = min(least, Double(spent) / Double(ticks * legs))
    }
    return least
  }

  /// Returns the most legs that a running engine carries for three seconds without a late tick, including the transport's work on the same
  /// thread.
  private func legsInTime() throws -> Int {
    var most = 0
    for legs in [1_000, 2_500, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 40_000, 60_000, 80_000] {
      let bench = try MixerBench(legs: legs)
      if try bench.lateTicks(seconds: 3) > 0 { break }
      most = legs
    }
    return most
  }

  /// Returns the late ticks in ten seconds with 5,000 legs, while two plain threads for each processor spin.
  private func lateWhileBusy(wantsRealTime: Bool) throws -> Double {
    let bench = try MixerBench(legs: 5_000)
    let busy = BusyProcessors()
    defer { busy.stop() }
    return Double(try bench.lateTicks(seconds: 10, wantsRealTime: wantsRealTime))
  }

  /// Returns the microseconds of applying a scene, the minimum of many; the audio thread only exchanges a pointer.
  private func applying(legs: Int) throws -> Double {
    let bench = try MixerBench(legs: legs)
    var least = Int64.max
    for _ in 0..<50 {
      bench.tick(1)
      least = min(least, try bench.timedApply())
    }
    return Double(least) / 1_000
  }

  /// Returns the allocations in a thousand ticks.
  private func allocations() throws -> Double {
    let bench = try MixerBench(legs: 100, groupRate: .wideband)
    bench.tick(20)
    return Double(Allocations.during { bench.tick(1_000) }.allocations.count)
  }
}
