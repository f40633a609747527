import CRTPMedia

/// A session's settings, as a value with Swift strings.
struct SoundSettings {
  /// All settings except the strings.
  var plain = crtp_settings()
  var address = "127.0.0.1"
  var theirFingerprint: String?
  var iceUser: String?
  var icePassword: String?
  var signaller: String?

  /// Makes settings with both directions and the usual payload types.
  init(_ codec: crtp_codec = CRTP_PCMU, packetMilliseconds: UInt8 = 20) {
    plain.codec = codec
    plain.payload_type = Self.payloadType(codec)
    plain.their_payload_type = Self.payloadType(codec)
    plain.digits_type = 101
    plain.their_digits_type = 101
    plain.directions = UInt8(CRTP_SENDS | CRTP_HEARS)
    plain.packet_ms = packetMilliseconds
    plain.is_symmetric = 1
    plain.report_ms = 200
  }

  static func payloadType(_ codec: crtp_codec) -> UInt8 {
    switch codec {
    case CRTP_PCMU: 0
    case CRTP_PCMA: 8
    case CRTP_G722: 9
    default: 107
    }
  }

  /// Returns a copy with a change.
  func with(_ change: (inout SoundSettings) -> Void) -> SoundSettings {
    var copy = self
    change(&copy)
    return copy
  }

  /// Returns settings with SRTP and keys made of these bytes.
  func keyed(_ suite: UInt32, ours: UInt8, theirs: UInt8) -> SoundSettings {
    with {
      $0.plain.protection = UInt8(suite)
      withUnsafeMutableBytes(of: &$0.plain.keys) { for place in $0.indices { $0[place] = ours &+ UInt8(place) } }
      withUnsafeMutableBytes(of: &$0.plain.their_keys) { for place in $0.indices { $0[place] = theirs &+ UInt8(place) } }
    }
  }

  /// Returns settings with SRTP and keys by a handshake.
  func handshaking(_ fingerprint: String, isClient: Bool) -> SoundSettings {
    with {
      $0.plain.protection = UInt8(CRTP_DTLS)
      $0.plain.is_dtls_client = isClient ? 1 : 0
      $0.theirFingerprint = fingerprint
    }
  }

  /// The fingerprint of a certificate that no end here has.
  static let otherFingerprint = "sha-256 " + Array(repeating: "AB", count: 32).joined(separator: ":")

  /// Configures a session; false when it refuses.
  func apply(to session: OpaquePointer) -> Bool {
    var settings = plain
    func lend(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Bool) -> Bool { text.map { $0.withCString(body) } ?? body(nil) }
    return lend(address) { address in
      lend(theirFingerprint) { fingerprint in
        lend(iceUser) { user in
          lend(icePassword) { password in
            lend(signaller) { signaller in
              settings.address = address
              settings.their_fingerprint = fingerprint
              settings.ice_user = user
              settings.ice_password = password
              settings.signaller = signaller
              return crtp_configure(session, &settings) == 0
            }
          }
        }
      }
    }
  }
}
