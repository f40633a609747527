import CRTPMedia
import Testing

/// Two ends that send straight to each other, in simulated time, for tests with very many packets.
final class DirectLine {
  let engine: OpaquePointer
  let a: End
  let b: End
  private var now: UInt64 = 1_000_000_000_000

  init(_ settings: SoundSettings, _ settingsOfB: SoundSettings) throws {
    engine = try #require(crtp_engine_make(nil))
    a = try End(engine, number: 1)
    b = try End(engine, number: 2)
    try a.configure(settings, to: b.port)
    try b.configure(settingsOfB, to: a.port)
  }

  deinit {
    a.close()
    b.close()
    crtp_engine_stop(engine)
  }

  /// Runs this number of ticks of 10 ms in silence.
  func run(ticks: Int) {
    for _ in 0..<ticks {
      now += 10_000_000
      crtp_engine_tick(engine, now)
    }
  }
}
