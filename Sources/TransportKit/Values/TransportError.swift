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

/// A Q.850 cause: the network's reason for ending a call, which lets the host play the right tone.
public struct Cause: RawRepresentable, Hashable, Sendable {
  /// The number in Q.850.
  public let rawValue: UInt32

  /// Makes a cause from its number in Q.850.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Not known.
  public static let unknown = Cause(rawValue: 0)
  /// The number is not in service.
  public static let unallocated = Cause(rawValue: 1)
  /// Normal call clearing.
  public static let normal = Cause(rawValue: 16)
  /// User busy.
  public static let busy = Cause(rawValue: 17)
  /// The address gave no response.
  public static let noResponse = Cause(rawValue: 18)
  /// It rang without an answer.
  public static let noAnswer = Cause(rawValue: 19)
  /// The user declined.
  public static let rejected = Cause(rawValue: 21)
  /// The destination is out of order.
  public static let outOfOrder = Cause(rawValue: 27)
  /// The number cannot exist.
  public static let invalidNumber = Cause(rawValue: 28)
  /// No circuit available.
  public static let congestion = Cause(rawValue: 34)
}
