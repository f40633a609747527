/// Why a transport refuses or fails something, in four parts: our code, the network's own, its domain, and a sentence.
public struct TransportError: Error, Hashable, Sendable {
  /// What kind of failure it is.
  public var code: Code
  /// One sentence for a person, without a secret in it.
  public var message: String
  /// The Q.850 cause, for the tone that the host plays.
  public var cause: Cause
  /// The network's own code, such as SIP's 486; 0 for none.
  public var native: Int32
  /// Whose code `native` is, such as "sip".
  public var domain: String

  /// Makes an error; a `code` with nothing else is refused without words.
  public init(_ code: Code, _ message: String = "", cause: Cause = .unknown, native: Int32 = 0, domain: String = "") {
    self.code = code
    self.message = message
    self.cause = cause
    self.native = native
    self.domain = domain
  }

  /// Whether there is nothing beyond the code, so that a status can carry it all.
  var isBare: Bool { message.isEmpty && cause == .unknown && native == 0 && domain.isEmpty }
}

extension TransportError: CustomStringConvertible {
  /// The sentence, or the code where there is none.
  public var description: String { message.isEmpty ? "\(code)" : message }
}
