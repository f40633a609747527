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

extension TransportError {
  /// The ABI's error codes (the HSW_E_… of transport.h); docs/abi.md has them in one table.
  public enum Code: Int32, CaseIterable, Sendable {
    /// A failure without a more specific code.
    case failed = -1
    /// An argument is wrong.
    case invalid = -2
    /// The function is not offered.
    case notSupported = -3
    /// The life cycle or the call's state does not allow it now.
    case wrongState = -4
    /// The call does not exist.
    case noSuchCall = -5
    /// The action or timer no longer exists.
    case stale = -6
    /// Out of memory.
    case outOfMemory = -7
    /// A limit is reached.
    case busy = -8
    /// The other end did not answer in time.
    case timedOut = -9
    /// There is no common version.
    case version = -10
    /// Called on a wrong thread.
    case wrongThread = -11
    /// A number or code is out of its range.
    case outOfRange = -12
    /// Cancelled before it completed.
    case cancelled = -13
    /// The network refused the credentials.
    case unauthorized = -14
    /// The network cannot be reached.
    case network = -15
  }
}
