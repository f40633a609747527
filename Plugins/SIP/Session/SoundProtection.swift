/// The encryption of packets in a description, from its author's side.
enum SoundProtection: Equatable {
  /// None.
  case none
  /// A key in the description (RFC 4568): in base64, with its suite and tag.
  case key(String, suite: Suite, tag: Int)
  /// A DTLS handshake between the two ports (RFC 5763): the fingerprint of the author's certificate, and the author's part.
  case handshake(fingerprint: String, part: Part)

  /// The length of a packet's authentication tag (RFC 4568 section 6.2).
  enum Suite: String {
    case long = "AES_CM_128_HMAC_SHA1_80"
    case short = "AES_CM_128_HMAC_SHA1_32"
  }

  /// The author's part in the handshake (RFC 4145 section 4).
  enum Part: String {
    case active
    case passive
    /// Either part: in offers only.
    case either = "actpass"

    /// The part in the answer: the answerer begins, unless the offerer does.
    var answer: Part { self == .active ? .passive : .active }
  }

  /// Returns true when both are of one kind: an encrypted offer gets no unencrypted answer.
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

  /// The profile of a stream with this encryption.
  var profile: String {
    switch self {
    case .none: "RTP/AVP"
    case .key: "RTP/SAVP"
    case .handshake: "UDP/TLS/RTP/SAVP"
    }
  }
}
