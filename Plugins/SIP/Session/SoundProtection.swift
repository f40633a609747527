/// How a description says that packets are kept from others, seen from its author.
enum SoundProtection: Equatable {
  /// Not at all.
  case none
  /// A key in the description (RFC 4568): in base64, with the suite and the number that it has there.
  case key(String, suite: Suite, tag: Int)
  /// A handshake between the two ports (RFC 5763): the fingerprint of the author's certificate, and the part in it.
  case handshake(fingerprint: String, part: Part)

  /// How long the mark is that proves a packet (RFC 4568 section 6.2).
  enum Suite: String {
    case long = "AES_CM_128_HMAC_SHA1_80"
    case short = "AES_CM_128_HMAC_SHA1_32"
  }

  /// Who begins the handshake (RFC 4145 section 4).
  enum Part: String {
    case active
    case passive
    /// As the other likes: in offers alone.
    case either = "actpass"

    /// What one answers to it: whoever answers begins, unless the offer wants to.
    var answer: Part { self == .active ? .passive : .active }
  }

  /// Whether both are of one kind: what was offered encrypted is not answered in the clear.
  func isAlike(_ other: SoundProtection) -> Bool {
    switch (self, other) {
    case (.none, .none), (.key, .key), (.handshake, .handshake): true
    default: false
    }
  }

  /// Its lines in a description.
  var lines: [String] {
    switch self {
    case .none: []
    case .key(let key, let suite, let tag): ["a=crypto:\(tag) \(suite.rawValue) inline:\(key)"]
    case .handshake(let fingerprint, let part): ["a=fingerprint:\(fingerprint)", "a=setup:\(part.rawValue)"]
    }
  }

  /// The profile of a stream that is so protected.
  var profile: String {
    switch self {
    case .none: "RTP/AVP"
    case .key: "RTP/SAVP"
    case .handshake: "UDP/TLS/RTP/SAVP"
    }
  }
}
