/// The name and the password by which a far end's connectivity checks are known (RFC 8445 section 5.3).
struct ICECredentials: Equatable {
  var user: String
  var password: String

  /// Fresh ones: 48 and 144 bits of chance, where 24 and 128 are wanted.
  static func fresh() -> ICECredentials { ICECredentials(user: letters(8), password: letters(24)) }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  private static func letters(_ count: Int) -> String { String((0..<count).map { _ in alphabet[Int.random(in: 0..<64)] }) }

  /// The lines of one who answers checks and makes none (lite), with a candidate for the port of RTP, and one for that of RTCP where that may have its own.
  func lines(address: String, port: UInt16, hasControlPort: Bool) -> [String] {
    ["a=ice-ufrag:\(user)", "a=ice-pwd:\(password)"]
      + (hasControlPort ? 1...2 : 1...1).map { component in
        // Priority of a host candidate, of the only address (RFC 8445 section 5.1.2.1).
        let priority = 126 << 24 | 65_535 << 8 | (256 - component)
        return "a=candidate:1 \(component) UDP \(priority) \(address) \(Int(port) + component - 1) typ host"
      }
  }
}
