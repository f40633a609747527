#if HOOKSWITCH_SIP
  internal import CRTPMedia

  extension FuzzTarget {
    /// Sends datagrams to the ports of a call: RTP, RTCP, STUN, DTLS and others.
    ///
    /// The first byte configures the call. Each datagram follows its length, whose top bit selects the RTCP port.
    static let rtp = FuzzTarget(name: "rtp") { bytes in
      guard let how = bytes.first, let engine = crtp_engine_make(nil) else { return }
      defer { crtp_engine_stop(engine) }
      guard let session = crtp_open(engine, "127.0.0.1", 20_000, 59_999, 1) else { return }
      var now: UInt64 = 1_000_000_000
      crtp_engine_tick(engine, now)
      precondition(configure(session, how), "valid settings were refused")
      var count: UInt64 = 0
      var rest = bytes.dropFirst()
      while let first = rest.popFirst(), let second = rest.popFirst() {
        let datagram = Array(rest.prefix(Int(first & 7) << 8 | Int(second)))
        rest = rest.dropFirst(datagram.count)
        crtp_hear(session, datagram, datagram.count, UInt32(first >> 7))
        count += 1
        now += 10_000_000
        crtp_engine_tick(engine, now)
      }
      var seen = crtp_statistics()
      crtp_measure(session, &seen)
      precondition(seen.packets_heard + seen.strangers + seen.refused <= count, "more packets are counted than were sent")
      precondition(seen.buffered_ms <= 64 * 120 + 200, "more audio is buffered than there is room for")
      crtp_close(session)
      crtp_engine_tick(engine, now + 10_000_000)
    }

    private static func configure(_ session: OpaquePointer, _ how: UInt8) -> Bool {
      var settings = crtp_settings()
      settings.port = 9
      settings.control_port = how & 0x10 != 0 ? 9 : 10
      settings.codec = UInt32(how & 3)
      settings.their_payload_type = 0
      settings.digits_type = 101
      settings.their_digits_type = 101
      settings.directions = UInt8(CRTP_SENDS | CRTP_HEARS)
      settings.is_symmetric = 1
      settings.protection = how >> 2 & 3
      settings.is_dtls_client = how >> 5 & 1
      settings.report_ms = 100
      let fingerprint = "sha-256 " + [String](repeating: "AB", count: 32).joined(separator: ":")
      return "127.0.0.1".withCString { address in
        fingerprint.withCString { fingerprint in
          "evtj".withCString { user in
            "VOkJxbRl1RmTxUk/WvJxBt".withCString { password in
              settings.address = address
              settings.their_fingerprint = fingerprint
              settings.ice_user = user
              settings.ice_password = password
              return crtp_configure(session, &settings) == 0
            }
          }
        }
      }
    }
  }
#endif
