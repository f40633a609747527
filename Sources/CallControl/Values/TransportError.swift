/// What a transport says of a failure, in its own words and in the telephone network's.
public struct TransportError: Error, Hashable, Codable, Sendable {
  /// Whose code `code` is: `SIP`, `Q.850`, a plugin's id.
  public var domain: String
  /// The transport's own code, for instance 486 for SIP's "Busy Here"; 0 when there is none.
  public var code: Int32
  /// The Q.850 cause value (17 busy, 21 rejected …); 0 when unknown.
  public var cause: UInt32
  /// One sentence for a person.
  public var message: String

  /// Puts the four together.
  public init(domain: String = "", code: Int32 = 0, cause: UInt32 = 0, message: String = "") {
    self.domain = domain
    self.code = code
    self.cause = cause
    self.message = message
  }
}
