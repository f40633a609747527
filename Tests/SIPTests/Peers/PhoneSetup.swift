/// A phone's settings.
struct PhoneSetup: Sendable {
  var encryption = PhoneEncryption.none
  /// The authority of its certificates; nil: UDP.
  var authority: TLSAuthority?
  /// Its room, in which it uses ICE (RFC 8445); nil: 127.0.0.1 without ICE.
  var room: PhoneRoom?

  var address: String { room == nil ? "127.0.0.1" : PhoneRoom.phone }
}

/// A phone's encryption of media.
enum PhoneEncryption: String, Sendable {
  case none
  /// SRTP with keys in the description (RFC 4568).
  case sdes
  /// SRTP with keys by a DTLS handshake between the two ports (RFC 5764).
  case dtls
}
