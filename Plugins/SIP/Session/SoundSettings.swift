internal import TransportKit

/// An account's settings for media.
struct SoundSettings {
  /// The codecs, in this order.
  var codecs: [SoundCodec] = [.opus, .g722, .pcma, .pcmu]
  /// The encryption in our offers; an answer uses that of the offer.
  var encryption = Encryption.none
  /// True: offers and accepts keys in descriptions without TLS, where anyone who reads the messages can use them.
  var tellsKeysWithoutTLS = false
  /// The preferred milliseconds of audio in a packet.
  var packetLength = 20
  /// True: describes silence instead of sending it (RFC 3389), for codecs with a clock of 8,000.
  var describesSilence = false
  /// True: offers ICE (RFC 8445, lite); an offer with ICE is always answered with it.
  var offersICE = false
  var ports: ClosedRange<UInt16> = 16_384...32_767
  /// Seconds without a packet after which an active call is reported to have no media; 0: never.
  var mediaTimeout = 10
  /// Seconds without a packet after which such a call is ended; 0: never.
  var mediaTimeoutEnd = 0

  enum Encryption: Hashable {
    case none
    /// SRTP with keys in the description, which is safe over TLS only (RFC 4568 section 7).
    case sdes
    /// SRTP with keys by a handshake between the two ports (RFC 5763).
    case dtls
  }

  init() {}

  init(_ configuration: inout Configuration) throws(TransportError) {
    codecs = try Self.codecs(configuration.strings("codecs", default: codecs.map(\.rawValue)))
    encryption = try Self.encryption(configuration.string("srtp", default: "off"))
    tellsKeysWithoutTLS = try configuration.boolean("sdes-without-tls", default: false)
    packetLength = try configuration.integer("packet-ms", in: 10...60, default: 20)
    guard packetLength % 10 == 0 else { throw TransportError(.invalid, "configuration: /packet-ms must be 10, 20, 30, 40, 50 or 60") }
    describesSilence = try configuration.boolean("comfort-noise", default: false)
    offersICE = try configuration.boolean("ice", default: false)
    mediaTimeout = try configuration.integer("media-timeout", in: 0...3600, default: 10)
    mediaTimeoutEnd = try configuration.integer("media-timeout-end", in: 0...86_400, default: 0)
    guard mediaTimeoutEnd == 0 || (mediaTimeout > 0 && mediaTimeoutEnd >= mediaTimeout) else {
      throw TransportError(.invalid, "configuration: /media-timeout-end must not be below /media-timeout, which must not be 0 then")
    }
    let first = try configuration.integer("first-media-port", in: 1024...65_000, default: 16_384)
    let last = try configuration.integer("last-media-port", in: 1024...65_535, default: 32_767)
    guard last > first else { throw TransportError(.invalid, "configuration: /last-media-port must be above /first-media-port") }
    ports = UInt16(first)...UInt16(last)
  }

  /// The reason why an offer cannot be answered, for a Warning header (RFC 3261 section 20.43); nil: it can.
  ///
  /// - Parameters:
  ///   - text: The received offer; empty when the caller wants ours.
  ///   - offer: Its audio part; nil without one.
  ///   - isByTLS: True when TLS kept it secret.
  func warning(of text: String, _ offer: SoundDescription?, isByTLS: Bool) -> String? {
    let isSafe = isByTLS || tellsKeysWithoutTLS
    guard let offer else {
      guard text.isEmpty else { return "304 - \"no sound offered\"" }
      return encryption == .sdes && !isSafe ? "306 - \"no keys without TLS\"" : nil
    }
    if case .key = offer.protection, !isSafe { return "306 - \"no keys without TLS\"" }
    if offer.lacksKeys { return "306 - \"no keys in common\"" }
    return offer.codecs.contains { codecs.contains($0) } ? nil : "305 - \"no codec in common\""
  }

  private static func codecs(_ names: [String]) throws(TransportError) -> [SoundCodec] {
    var codecs: [SoundCodec] = []
    for (index, name) in names.enumerated() {
      guard let codec = SoundCodec(rawValue: name), !codecs.contains(codec) else {
        throw TransportError(.invalid, "configuration: /codecs/\(index) must be opus, g722, pcma or pcmu, each once")
      }
      codecs.append(codec)
    }
    guard !codecs.isEmpty else { throw TransportError(.invalid, "configuration: /codecs must name one at least") }
    return codecs
  }

  private static func encryption(_ name: String) throws(TransportError) -> Encryption {
    switch name {
    case "off": return .none
    case "sdes": return .sdes
    case "dtls": return .dtls
    default: throw TransportError(.invalid, "configuration: /srtp must be off, sdes or dtls")
    }
  }
}
