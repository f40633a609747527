/// Our session description (RFC 8866): one audio stream with digits.
struct SessionDescription {
  var address: String
  var port: UInt16
  var codecs: [SoundCodec]
  /// The preferred milliseconds of audio in a packet.
  var packetLength = 20
  /// True when silence may be described (RFC 3389).
  var describesSilence = false
  var protection = SoundProtection.none
  /// The offer to answer, whose profile and payload types are used (RFC 3264 section 6.1); nil for an offer.
  var offer: SoundDescription?
  /// The credentials of the far end's connectivity checks; nil: no ICE.
  var ice: ICECredentials?

  /// The payload type of digits (RFC 4733) for a codec's clock.
  static func digitsType(clock: UInt32) -> Int { clock == 48_000 ? 110 : 101 }

  /// The static payload type of comfort noise.
  static let noiseType = 13

  var text: String {
    let family = address.contains(":") ? "IP6" : "IP4"
    let noise = describesSilence ? [Self.noiseType] : []
    let types = codecTypes.map(\.type) + noise + digitsTypes.map(\.type)
    var lines = ["v=0", "o=- 1 1 IN \(family) \(address)", "s=-", "c=IN \(family) \(address)", "t=0 0"]
    if ice != nil { lines.append("a=ice-lite") }
    lines.append("m=audio \(port) \(offer?.profile ?? protection.profile) \(types.map(String.init).joined(separator: " "))")
    lines += codecTypes.flatMap { $0.codec.lines($0.type) } + noise.map { "a=rtpmap:\($0) CN/8000" }
    for (clock, type) in digitsTypes { lines += ["a=rtpmap:\(type) telephone-event/\(clock)", "a=fmtp:\(type) 0-15"] }
    lines += protection.lines
    let isMultiplexed = offer?.isMultiplexed ?? (ice != nil)
    if let ice { lines += ice.lines(address: address, port: port, hasControlPort: offer == nil || !isMultiplexed) }
    if isMultiplexed { lines.append("a=rtcp-mux") }
    lines += ["a=ptime:\(packetLength)", "a=sendrecv"]
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  /// The codecs with their payload types: the offer's, or else ours, unless the offer uses that type for something else.
  private var codecTypes: [(codec: SoundCodec, type: Int)] {
    codecs.compactMap { codec in type(offer?.type(of: codec), or: codec.payloadType).map { (codec, $0) } }
  }

  /// The payload types of digits for each clock.
  ///
  /// Digits of 8,000 are always included: many phones know no others (see `SoundAgreement`).
  private var digitsTypes: [(clock: UInt32, type: Int)] {
    let clocks = (codecs.map(\.clock) + [8_000]).reduce(into: [UInt32]()) { if !$0.contains($1) { $0.append($1) } }
    return clocks.compactMap { clock in type(offer?.digitsType(clock: clock), or: Self.digitsType(clock: clock)).map { (clock, $0) } }
  }

  private func type(_ offered: UInt8?, or own: Int) -> Int? {
    if let offered { return Int(offered) }
    return offer?.formats.contains { $0.type == own } == true ? nil : own
  }
}

/// The user name and password of a far end's connectivity checks (RFC 8445 section 5.3).
struct ICECredentials: Equatable {
  var user: String
  var password: String

  /// Makes new credentials: 48 and 144 random bits; 24 and 128 are required.
  static func fresh() -> ICECredentials { ICECredentials(user: letters(8), password: letters(24)) }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  private static func letters(_ count: Int) -> String { String((0..<count).map { _ in alphabet[Int.random(in: 0..<64)] }) }

  /// The lines of an ICE lite agent, which only answers checks.
  ///
  /// They offer a candidate for the port of RTP, and one for that of RTCP if it may have its own.
  func lines(address: String, port: UInt16, hasControlPort: Bool) -> [String] {
    ["a=ice-ufrag:\(user)", "a=ice-pwd:\(password)"]
      + (hasControlPort ? 1...2 : 1...1).map { component in
        // The priority of the only host candidate (RFC 8445 section 5.1.2.1).
        let priority = 126 << 24 | 65_535 << 8 | (256 - component)
        return "a=candidate:1 \(component) UDP \(priority) \(address) \(Int(port) + component - 1) typ host"
      }
  }
}
