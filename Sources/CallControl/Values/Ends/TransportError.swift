/// A transport's error, with its own code and the telephone network's cause.
public struct TransportError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The domain of `code`: `SIP`, `Q.850`, a plugin's id.
  public var domain: String
  /// The transport's code, such as 486 for SIP's "Busy Here"; 0 for none.
  public var code: Int32
  /// The Q.850 cause value (17 busy, 21 rejected …); 0 when unknown.
  public var cause: UInt32
  /// One sentence for a person.
  public var message: String

  /// Creates an error.
  public init(domain: String = "", code: Int32 = 0, cause: UInt32 = 0, message: String = "") {
    self.domain = domain
    self.code = code
    self.cause = cause
    self.message = message
  }

  /// The code and the sentence on one line, as far as present: `SIP 486: Busy Here`.
  public var description: String {
    let number = code == 0 ? domain : domain.isEmpty ? "\(code)" : "\(domain) \(code)"
    let parts = [number, message].filter { !$0.isEmpty }
    if !parts.isEmpty { return parts.joined(separator: ": ") }
    return cause == 0 ? "the transport gives no reason" : "Q.850 \(cause)"
  }
}

extension TransportError {
  /// The error as one sentence.
  public var errorDescription: String? { "The transport reports a failure: \(description.withFullStop)" }
}

extension String {
  /// The text with a full stop at its end.
  package var withFullStop: String { hasSuffix(".") ? self : self + "." }
}
