import CRTPMedia
import Testing

/// A session with the test itself as the far end: it writes each packet, and reads the replies.
final class Trial {
  let engine: OpaquePointer
  let ear = Ear()
  let end: End
  let rtp: Port
  let rtcp: Port
  private(set) var now: UInt64 = 1_000_000_000_000
  private var halfTicks = 0
  /// The header of the next audio packet.
  var sequence: UInt16 = 65_500
  var timestamp: UInt32 = 0xffff_f000

  init(_ settings: SoundSettings = SoundSettings()) throws {
    var listener = ear.listener
    engine = try #require(crtp_engine_make(&listener))
    end = try End(engine, number: 7, codec: settings.plain.codec)
    rtp = try Port()
    rtcp = try Port()
    crtp_engine_tick(engine, now)
    try end.configure(settings, to: rtp.number, control: rtcp.number)
  }

  deinit {
    end.close()
    crtp_engine_stop(engine)
  }

  /// 20 ms of G.711 µ-law: a square wave of 500 Hz, at -11 dB.
  static let square = [UInt8]((0..<160).map { $0 % 16 < 8 ? 0x9e : 0x1e })

  /// Returns the next audio packet.
  func next(payload: [UInt8] = square, ssrc: UInt32 = 0x1234_5678) -> RTPPacket {
    defer {
      sequence &+= 1
      timestamp &+= 160
    }
    return RTPPacket(type: 0, sequence: sequence, timestamp: timestamp, ssrc: ssrc, payload: payload)
  }

  /// Lets 20 ms pass.
  func tick() {
    for _ in 0..<2 {
      now += 10_000_000
      halfTicks += 1
      if halfTicks.isMultiple(of: 2) { end.speak() }
      crtp_engine_tick(engine, now)
      end.listen()
    }
  }

  /// Lets this time pass, while the far end sends the datagrams of the closure every 20 ms.
  func run(milliseconds: Int, _ datagrams: (Trial) -> [[UInt8]] = { [$0.next().bytes] }) {
    for _ in 0..<milliseconds / 20 {
      for datagram in datagrams(self) { rtp.send(datagram, to: end.port) }
      tick()
    }
  }
}
