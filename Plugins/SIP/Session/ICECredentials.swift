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
