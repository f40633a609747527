import CRTPMedia
import Testing

/// Two ends, a wire between them, and an engine in simulated time: seconds of a call take no time, and each run gives the same result.
final class Line {
  let engine: OpaquePointer
  let ear = Ear()
  let a: End
  let b: End
  let wire: Wire
  private(set) var now: UInt64 = 1_000_000_000_000
  private var halfTicks = 0

  init(_ settings: SoundSettings = SoundSettings(), b settingsOfB: SoundSettings? = nil, sharesPort: Bool = false) throws {
    var listener = ear.listener
    engine = try #require(crtp_engine_make(&listener))
    a = try End(engine, number: 1, codec: settings.plain.codec)
    b = try End(engine, number: 2, codec: (settingsOfB ?? settings).plain.codec)
    wire = try Wire(a: a.port, b: b.port)
    crtp_engine_tick(engine, now)
    try configure(settings, b: settingsOfB ?? settings, sharesPort: sharesPort)
  }

  deinit {
    a.close()
    b.close()
    crtp_engine_stop(engine)
  }

  /// Configures both ends, as an answer or a re-INVITE does.
  func configure(_ settings: SoundSettings, b settingsOfB: SoundSettings, sharesPort: Bool = false) throws {
    try a.configure(settings, to: wire.facesA.rtp.number, control: sharesPort ? wire.facesA.rtp.number : wire.facesA.rtcp.number)
    try b.configure(settingsOfB, to: wire.facesB.rtp.number, control: sharesPort ? wire.facesB.rtp.number : wire.facesB.rtcp.number)
  }

  /// Lets this time pass.
  func run(milliseconds: Int) {
    for _ in 0..<milliseconds / 10 {
      now += 10_000_000
      halfTicks += 1
      if halfTicks.isMultiple(of: 2) {
        a.speak()
        b.speak()
      }
      crtp_engine_tick(engine, now)
      a.listen()
      b.listen()
      wire.carry(now)
    }
  }
}
