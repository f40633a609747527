internal import CRTPMedia

/// The codecs (RFC 3551, RFC 7587), best first.
enum SoundCodec: String, CaseIterable, Sendable {
  case opus
  case g722
  case pcma
  case pcmu

  /// The payload type in our offers: the static one, or a dynamic one.
  var payloadType: Int {
    switch self {
    case .opus: 107
    case .g722: 9
    case .pcma: 8
    case .pcmu: 0
    }
  }

  /// Its name in descriptions.
  var name: String {
    switch self {
    case .opus: "opus"
    case .g722: "G722"
    case .pcma: "PCMA"
    case .pcmu: "PCMU"
    }
  }

  /// Its clock in descriptions; G.722's is 8,000 though it samples at 16,000 (RFC 3551 section 4.5.2).
  var clock: UInt32 { self == .opus ? 48_000 : 8_000 }

  /// Its lines in a description that uses this payload type.
  func lines(_ type: Int) -> [String] {
    let map = "a=rtpmap:\(type) \(name)/\(clock)" + (self == .opus ? "/2" : "")
    return self == .opus ? [map, "a=fmtp:\(type) useinbandfec=1;maxplaybackrate=48000"] : [map]
  }

  /// The codec's name in the media engine.
  var engineCodec: crtp_codec {
    switch self {
    case .opus: CRTP_OPUS
    case .g722: CRTP_G722
    case .pcma: CRTP_PCMA
    case .pcmu: CRTP_PCMU
    }
  }

  /// Its sample rate.
  var rate: UInt32 { crtp_rate(engineCodec) }
}
