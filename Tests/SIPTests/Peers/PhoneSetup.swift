/// How a phone is to speak.
struct PhoneSetup: Sendable {
  var encryption = PhoneEncryption.none
  /// Whose certificates it goes by, and its own; nil: it speaks by UDP.
  var authority: TLSAuthority?
  /// Where it is, and whether it looks for ways there by ICE (RFC 8445); nil: at 127.0.0.1, without.
  var room: PhoneRoom?

  var address: String { room == nil ? "127.0.0.1" : PhoneRoom.phone }
}

/// How a phone encrypts its sound.
enum PhoneEncryption: String, Sendable {
  case none
  /// SRTP with keys in the description (RFC 4568).
  case sdes
  /// SRTP with keys by a handshake between the two ports (RFC 5764).
  case dtls
}
