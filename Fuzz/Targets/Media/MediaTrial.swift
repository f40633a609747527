#if HOOKSWITCH_SIP
  internal import CRTPMedia
  internal import TestRings
  internal import TransportABI

  /// Two sessions that call each other in simulated time, and strangers who know their ports.
  final class MediaTrial {
    /// The descriptions of both sessions.
    private struct Way {
      var protection: UInt8 = 0
      var codec: crtp_codec = CRTP_PCMU
      var packetLength: UInt8 = 20
      var nearBegins = false
      var hasICE = false
      var hasNoise = false
      var ourKey: UInt8 = 1
      var theirKey: UInt8 = 100
      /// True while each session expects the other's actual certificate.
      var isRight = true
    }

    let strangers: [Stranger]
    private let engine: OpaquePointer
    private let near: OpaquePointer
    private let far: OpaquePointer
    private var now: UInt64 = 1_000_000_000
    private var way = Way()
    private var rings: (out: TestRing, back: TestRing)?
    /// True once a datagram was forged from the far end's address, which may delay a handshake.
    private var isForged = false

    init?(_ first: UInt8) {
      guard let one = Stranger(host: 7), let two = Stranger(host: 8), let engine = crtp_engine_make(nil) else { return nil }
      guard let near = crtp_open(engine, "127.0.0.1", 20_000, 59_999, 1), let far = crtp_open(engine, "127.0.0.1", 20_000, 59_999, 2) else {
        crtp_engine_stop(engine)
        return nil
      }
      (strangers, self.engine, self.near, self.far) = ([one, two], engine, near, far)
      describe(first, first >> 4)
    }

    func port(_ draw: Draw) -> UInt16 { crtp_port(near) + (draw.byte() % 8 == 0 ? 1 : 0) }

    func tick(_ count: Int) {
      for _ in 0..<count {
        now += 10_000_000
        _ = rings?.out.put(1_000, samples: 160)
        crtp_engine_tick(engine, now)
        _ = rings?.back.take()
      }
    }

    // MARK: Descriptions

    /// Gives both sessions new descriptions.
    func describe(_ how: UInt8, _ more: UInt8) {
      way.protection = UInt8([CRTP_DTLS, CRTP_DTLS, CRTP_SDES_80, CRTP_PLAIN][Int(how & 3)])
      way.packetLength = (how >> 2 & 7) % 6 * 10 + 10
      way.nearBegins = how & 0x20 != 0
      way.codec = [CRTP_PCMU, CRTP_PCMU, CRTP_G722, CRTP_OPUS][Int(more & 3)]
      way.hasICE = more & 4 != 0
      way.hasNoise = more & 8 != 0
      if more & 16 != 0 { way.theirKey &+= 1 }
      if more & 32 != 0 { way.ourKey &+= 1 }
      way.isRight = true
      apply()
    }

    /// Makes both sessions expect another certificate, so that they get no keys.
    func sendAway() {
      way.isRight = false
      apply()
    }

    func bringBack() {
      way.isRight = true
      apply()
    }

    /// Changes the directions of one session's media.
    func turn(_ directions: UInt8) {
      precondition(configure(near, isNear: true, directions: directions & 3), "directions were refused")
    }

    private func apply() {
      precondition(configure(near, isNear: true) && configure(far, isNear: false), "valid settings were refused")
    }

    private func configure(_ session: OpaquePointer, isNear: Bool, directions: UInt8 = 3) -> Bool {
      var settings = crtp_settings()
      settings.port = crtp_port(isNear ? far : near)
      settings.codec = way.codec
      settings.digits_type = 101
      settings.their_digits_type = 101
      settings.noise_type = way.hasNoise && isNear ? 13 : 0
      settings.directions = directions
      settings.packet_ms = way.packetLength
      settings.is_symmetric = 1
      settings.protection = way.protection
      settings.is_dtls_client = way.nearBegins == isNear ? 1 : 0
      settings.report_ms = 100
      settings.timeout_ms = 100
      withUnsafeMutableBytes(of: &settings.keys) { $0.fill(isNear ? way.ourKey : way.theirKey) }
      withUnsafeMutableBytes(of: &settings.their_keys) { $0.fill(isNear ? way.theirKey : way.ourKey) }
      let wrong = "sha-256 " + [String](repeating: "AB", count: 32).joined(separator: ":")
      let fingerprint = way.isRight ? crtp_fingerprint().map { String(cString: $0) } ?? wrong : wrong
      return "127.0.0.1".withCString { address in
        fingerprint.withCString { fingerprint in
          "evtj".withCString { user in
            "VOkJxbRl1RmTxUk/WvJxBt".withCString { password in
              settings.address = address
              settings.their_fingerprint = fingerprint
              if way.hasICE { (settings.ice_user, settings.ice_password) = (user, password) }
              return crtp_configure(session, &settings) == 0
            }
          }
        }
      }
    }

    // MARK: Other steps

    /// Injects a datagram from the far end's address.
    func forge(_ datagram: [UInt8], isControl: Bool) {
      isForged = true
      crtp_hear(near, datagram, datagram.count, isControl ? 1 : 0)
    }

    func toggleRings() {
      if rings != nil {
        crtp_detach(near)
        rings?.out.takeBack()
        rings?.back.takeBack()
        rings = nil
      } else {
        let made = (out: TestRing(samples: 960), back: TestRing(samples: 960))
        var (out, back) = (made.out.table, made.back.table)
        crtp_attach(near, &out, &back)
        rings = made
      }
    }

    func play(_ count: Int) {
      let digits = String("0123456789*#ABCD".prefix(count))
      _ = crtp_send_digits(near, digits)
      _ = crtp_play_keys(near, digits)
    }

    func mute(_ isOn: Bool) { crtp_mute(near, isOn ? 1 : 0) }

    // MARK: End

    /// Checks that a call with the right descriptions gets keys, and that its media reaches the far end alone.
    func prove() {
      guard !isForged else { return }
      way.isRight = true
      way.hasNoise = false
      apply()
      // Let the queued digits go out first: up to 16, as events and as tones.
      tick(60)
      for stranger in strangers { while stranger.next() != nil {} }
      let before = measure(far).packets_heard
      tick(160)
      precondition(
        way.protection == UInt8(CRTP_PLAIN) || measure(near).is_protected + measure(far).is_protected == 2, "strangers end a handshake")
      precondition(measure(far).packets_heard > before, "strangers stop the audio")
      for stranger in strangers { while let first = stranger.next() { precondition(first >> 6 != 2, "strangers receive audio") } }
    }

    private func measure(_ session: OpaquePointer) -> crtp_statistics {
      var seen = crtp_statistics()
      crtp_measure(session, &seen)
      precondition(seen.buffered_ms <= 64 * 120 + 200, "more audio is buffered than there is room for")
      return seen
    }

    func end() {
      _ = measure(near)
      crtp_close(near)
      crtp_close(far)
      tick(1)
      crtp_engine_stop(engine)
    }
  }

  extension UnsafeMutableRawBufferPointer {
    fileprivate func fill(_ value: UInt8) { for place in indices { self[place] = value } }
  }
#endif
