/// A transport's error: the ABI's code, the network's own code with its domain, a cause, and a sentence.
public struct TransportError: Error, Hashable, Sendable {
  /// The kind of failure.
  public var code: Code
  /// One sentence for a person; it must not contain a secret.
  public var message: String
  /// The Q.850 cause, for the tone that the host plays.
  public var cause: Cause
  /// The network's own code, such as SIP's 486; 0 for none.
  public var native: Int32
  /// The network or protocol that defines `native`, such as "sip".
  public var domain: String

  /// Makes an error; one with only a `code` is returned as a status.
  public init(_ code: Code, _ message: String = "", cause: Cause = .unknown, native: Int32 = 0, domain: String = "") {
    self.code = code
    self.message = message
    self.cause = cause
    self.native = native
    self.domain = domain
  }

  /// True when a status can carry it, because it has only a code.
  var isBare: Bool { message.isEmpty && cause == .unknown && native == 0 && domain.isEmpty }
}

extension TransportError: CustomStringConvertible {
  /// The sentence, or the code without one.
  public var description: String { message.isEmpty ? "\(code)" : message }
}
