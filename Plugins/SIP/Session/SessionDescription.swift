/// What we say about a session (RFC 8866): one stream of sound, and the digits beside it.
struct SessionDescription {
  var address: String
  var port: UInt16
  var codecs: [SoundCodec]
  /// Milliseconds of sound that we want in a packet.
  var packetLength = 20
  /// Whether silence may be described (RFC 3389).
  var describesSilence = false
  var protection = SoundProtection.none
  /// The profile to answer with, where it is another than the protection's own: with feedback, such as browsers want it.
  var profile: String?
  /// Where the far end may ask whether a way is open.
  var ice: ICECredentials?
  /// Whether RTCP goes to the port of RTP (RFC 5761), and whether the far end still may not want that.
  var isMultiplexed = false
  var isOffer = false

  /// The payload type of digits (RFC 4733), beside each clock that a codec has.
  static func digitsType(clock: UInt32) -> Int { clock == 48_000 ? 110 : 101 }

  /// The payload type that comfort noise always has.
  static let noiseType = 13

  var text: String {
    let family = address.contains(":") ? "IP6" : "IP4"
    // Digits of 8,000 are there in any case: many phones know no others (see `SoundAgreement`).
    let clocks = (codecs.map(\.clock) + [8_000]).reduce(into: [UInt32]()) { if !$0.contains($1) { $0.append($1) } }
    let noise = describesSilence ? [Self.noiseType] : []
    let types = codecs.map(\.payloadType) + noise + clocks.map(Self.digitsType(clock:))
    var lines = ["v=0", "o=- 1 1 IN \(family) \(address)", "s=-", "c=IN \(family) \(address)", "t=0 0"]
    if ice != nil { lines.append("a=ice-lite") }
    lines.append("m=audio \(port) \(profile ?? protection.profile) \(types.map(String.init).joined(separator: " "))")
    lines += codecs.flatMap(\.lines) + noise.map { "a=rtpmap:\($0) CN/8000" }
    for clock in clocks {
      lines += ["a=rtpmap:\(Self.digitsType(clock: clock)) telephone-event/\(clock)", "a=fmtp:\(Self.digitsType(clock: clock)) 0-15"]
    }
    lines += protection.lines
    if let ice { lines += ice.lines(address: address, port: port, hasControlPort: isOffer || !isMultiplexed) }
    if isMultiplexed { lines.append("a=rtcp-mux") }
    lines += ["a=ptime:\(packetLength)", "a=sendrecv"]
    return lines.joined(separator: "\r\n") + "\r\n"
  }
}
