import CRTPMedia
import Testing

@Suite("Missing packets")
struct TimeoutTests {
  private let settings = SoundSettings().with { $0.plain.timeout_ms = 1_000 }

  @Test("No packet from the beginning: reported once after the time-out, and again when one comes")
  func missing() throws {
    let trial = try Trial(settings)
    trial.run(milliseconds: 980) { _ in [] }
    #expect(trial.ear.media(7).isEmpty)
    trial.run(milliseconds: 5_000) { _ in [] }
    #expect(trial.ear.media(7) == [CRTP_MEDIA_MISSING])
    #expect(trial.end.statistics.is_missing == 1)
    trial.run(milliseconds: 200)
    #expect(trial.ear.media(7) == [CRTP_MEDIA_MISSING, CRTP_MEDIA_BACK])
    #expect(trial.end.statistics.is_missing == 0)
  }

  @Test("No packet any more: reported each time that they stop")
  func stopped() throws {
    let trial = try Trial(settings)
    for _ in 0..<3 {
      trial.run(milliseconds: 1_500)
      trial.run(milliseconds: 1_500) { _ in [] }
    }
    #expect(trial.ear.media(7) == [CRTP_MEDIA_STOPPED, CRTP_MEDIA_BACK, CRTP_MEDIA_STOPPED, CRTP_MEDIA_BACK, CRTP_MEDIA_STOPPED])
  }

  @Test("Packets of strangers do not count")
  func strangers() throws {
    let trial = try Trial(settings)
    let stranger = try Port(host: 9)
    trial.run(milliseconds: 2_000) { trial in
      stranger.send(trial.next().bytes, to: trial.end.port)
      return []
    }
    #expect(trial.ear.media(7) == [CRTP_MEDIA_MISSING])
  }

  @Test("Nothing is missing without a time-out, or without a receiving direction", arguments: [0, 1])
  func unexpected(_ which: Int) throws {
    let trial = try Trial(
      settings.with {
        if which == 0 { $0.plain.timeout_ms = 0 } else { $0.plain.directions = UInt8(CRTP_SENDS) }
      })
    trial.run(milliseconds: 3_000) { _ in [] }
    #expect(trial.ear.media(7).isEmpty)
  }

  @Test("After a hold the time-out begins anew")
  func hold() throws {
    let trial = try Trial(settings)
    trial.run(milliseconds: 500)
    try trial.end.configure(settings.with { $0.plain.timeout_ms = 0 }, to: trial.rtp.number, control: trial.rtcp.number)
    trial.run(milliseconds: 5_000) { _ in [] }
    try trial.end.configure(settings, to: trial.rtp.number, control: trial.rtcp.number)
    trial.run(milliseconds: 900) { _ in [] }
    #expect(trial.ear.media(7).isEmpty)
    trial.run(milliseconds: 200) { _ in [] }
    #expect(trial.ear.media(7) == [CRTP_MEDIA_MISSING])
  }

  @Test("Another packet length does not restart the time-out")
  func sameWay() throws {
    let trial = try Trial(settings)
    for length in [10, 20, 30, 40] as [UInt8] {
      try trial.end.configure(settings.with { $0.plain.packet_ms = length }, to: trial.rtp.number, control: trial.rtcp.number)
      trial.run(milliseconds: 300) { _ in [] }
    }
    #expect(trial.ear.media(7) == [CRTP_MEDIA_MISSING])
  }

  @Test("During agreed silence reports keep the far end alive (RFC 3389 section 4)", arguments: [false, true])
  func silence(reports: Bool) throws {
    let trial = try Trial(settings.with { $0.plain.their_noise_type = 13 })
    trial.run(milliseconds: 200)
    trial.run(milliseconds: 20) { trial in
      var noise = trial.next(payload: [60])
      noise.type = 13
      return [noise.bytes]
    }
    trial.run(milliseconds: 3_000) { trial in
      if reports { trial.rtcp.send([0x80, 201, 0, 1, 1, 2, 3, 4], to: trial.end.port + 1) }
      return []
    }
    #expect(trial.ear.media(7) == (reports ? [] : [CRTP_MEDIA_STOPPED]))
  }
}
