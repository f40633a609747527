import CRTPMedia
import Glibc
import Testing

@Suite("The RTP engine")
struct EngineTests {
  @Test("A session opens an even port and the odd one above it; without a free pair there is no session")
  func ports() throws {
    let engine = try #require(crtp_engine_start(nil))
    defer { crtp_engine_stop(engine) }
    let sessions = (0..<4).compactMap { crtp_open(engine, "127.0.0.8", 21_001, 21_007, $0) }
    #expect(Set(sessions.map { crtp_port($0) }) == [21_002, 21_004, 21_006])
    #expect(crtp_open(engine, "127.0.0.8", 21_002, 21_002, 9) == nil)
    #expect(crtp_open(engine, "192.0.2.1", 21_000, 21_100, 9) == nil, "an address that is not ours")
    #expect(crtp_open(engine, "nowhere", 21_000, 21_100, 9) == nil)
    for session in sessions { crtp_close(session) }
  }

  @Test("A call works in real time, on the engine's own thread", arguments: ["127.0.0.1", "::1"])
  func realTime(address: String) throws {
    let ear = Ear()
    var listener = ear.listener
    let engine = try #require(crtp_engine_start(&listener))
    let (a, b) = (try End(engine, number: 1, address: address), try End(engine, number: 2, address: address))
    defer {
      a.close()
      b.close()
      crtp_engine_stop(engine)
    }
    let tone = Tone(frequency: 440)
    a.voice = tone
    try a.configure(SoundSettings().with { $0.address = address }, to: b.port)
    try b.configure(SoundSettings().with { $0.address = address }, to: a.port)
    _ = crtp_send_digits(a.session, "42")
    let isHeard = Deadline.wait {
      if a.hasRoom { a.speak() }
      b.listen()
      return Tone.level(of: b.lastHeard(milliseconds: 100)) > -16 && b.heard.count > 4_000
    }
    #expect(isHeard)
    #expect(ear.digits(2) == "42")
    #expect(b.statistics.malformed == 0 && b.statistics.strangers == 0)
  }

  @Test("A handshake in real time survives the loss of its first message (RFC 6347 section 4.2.4)")
  func lostHello() throws {
    let ear = Ear()
    var listener = ear.listener
    let engine = try #require(crtp_engine_start(&listener))
    let (a, b) = (try End(engine, number: 1), try End(engine, number: 2))
    defer {
      a.close()
      b.close()
      crtp_engine_stop(engine)
    }
    let fingerprint = String(cString: try #require(crtp_fingerprint()))
    let settings = SoundSettings().with {
      $0.plain.protection = UInt8(CRTP_DTLS)
      $0.theirFingerprint = fingerprint
    }
    let nowhere = try Port()
    try a.configure(settings.with { $0.plain.is_dtls_client = 1 }, to: nowhere.number)
    #expect(Deadline.wait { nowhere.receive()?.first == 22 }, "a handshake's record")
    try b.configure(settings, to: a.port)
    try a.configure(settings.with { $0.plain.is_dtls_client = 1 }, to: b.port)
    #expect(Deadline.wait { ear.handshakes(1) == [CRTP_HANDSHAKE_DONE] && ear.handshakes(2) == [CRTP_HANDSHAKE_DONE] })
  }

  @Test("Ten thousand sessions in a row leak no descriptor and no memory")
  func churn() async {
    await #expect(processExitsWith: .success) {
      guard let engine = crtp_engine_make(nil) else { exit(1) }
      var now: UInt64 = 1_000_000_000
      func churn(_ count: Int) {
        for number in 0..<count {
          guard let session = crtp_open(engine, "127.0.0.1", 20_000, 29_999, UInt64(number)) else { exit(2) }
          let codec = number.isMultiple(of: 20) ? CRTP_OPUS : CodecTests.codecs[number % 3]
          var settings = SoundSettings(codec).with { $0.plain.port = 9 }
          if number.isMultiple(of: 3) { settings = settings.keyed(CRTP_SDES_80, ours: 1, theirs: 2) }
          if number.isMultiple(of: 25) {
            settings.plain.protection = UInt8(CRTP_DTLS)
            settings.plain.is_dtls_client = 1
            settings.theirFingerprint = crtp_fingerprint().map { String(cString: $0) }
          }
          guard settings.apply(to: session) else { exit(3) }
          for _ in 0..<2 {
            now += 10_000_000
            crtp_engine_tick(engine, now)
          }
          crtp_close(session)
        }
        crtp_engine_tick(engine, now)
      }
      // First let OpenSSL and the allocator fill their caches.
      churn(10_000)
      let (descriptors, memory) = (Resources.descriptors, Resources.residentPages)
      churn(10_000)
      guard Resources.descriptors == descriptors else { exit(4) }
      // Allows a megabyte: a leak of a hundred bytes a session would exceed it. The test itself grows by some sixty bytes a round; the C
      // code does not grow.
      guard Resources.isWatched || Resources.residentPages <= memory + 256 else { exit(5) }
      crtp_engine_stop(engine)
      guard Resources.descriptors == descriptors - 1 else { exit(6) }
    }
  }
}
