/// What we say about a session (RFC 8866): one stream of sound, and the digits beside it.
struct SessionDescription {
  var address: String
  var port: UInt16
  var codecs: [SoundCodec]
  /// The key of SRTP by this description (RFC 4568), in base64; nil for plain RTP.
  var key: String?

  /// The payload type of digits (RFC 4733), beside each clock that a codec has.
  static func digitsType(clock: UInt32) -> Int { clock == 48_000 ? 110 : 101 }

  var text: String {
    let family = address.contains(":") ? "IP6" : "IP4"
    // Digits of 8,000 are there in any case: many phones know no others (see `SoundAgreement`).
    let clocks = (codecs.map(\.clock) + [8_000]).reduce(into: [UInt32]()) { if !$0.contains($1) { $0.append($1) } }
    let types = codecs.map(\.payloadType) + clocks.map(Self.digitsType(clock:))
    var lines = [
      "v=0", "o=- 1 1 IN \(family) \(address)", "s=-", "c=IN \(family) \(address)", "t=0 0",
      "m=audio \(port) RTP/\(key == nil ? "AVP" : "SAVP") \(types.map(String.init).joined(separator: " "))",
    ]
    lines += codecs.flatMap(\.lines)
    for clock in clocks {
      lines += ["a=rtpmap:\(Self.digitsType(clock: clock)) telephone-event/\(clock)", "a=fmtp:\(Self.digitsType(clock: clock)) 0-15"]
    }
    if let key { lines.append("a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:\(key)") }
    lines += ["a=ptime:20", "a=sendrecv"]
    return lines.joined(separator: "\r\n") + "\r\n"
  }
}
