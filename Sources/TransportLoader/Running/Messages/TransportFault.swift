internal import TransportABI

/// A transport's description of a failure.
public struct TransportFault: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The contract's code: one of `HSW_E_…`, or 0.
  public var code: Int32
  /// The network's own code; 0: none.
  public var native: Int32
  /// The Q.850 cause; 0: unknown.
  public var cause: UInt32
  /// The network or protocol that defines `native`.
  public var domain: String
  /// One sentence for a person.
  public var message: String

  /// Makes a fault of the contract's own.
  public init(_ code: Code, _ message: String = "") {
    self.init(code: code.rawValue, message: message)
  }

  /// Makes a fault.
  public init(code: Int32, native: Int32 = 0, cause: UInt32 = 0, domain: String = "", message: String = "") {
    self.code = code
    self.native = native
    self.cause = cause
    self.domain = domain
    self.message = message
  }

  /// The message and the codes on one line.
  public var description: String {
    let codes = ["code \(code)", native == 0 ? "" : "\(domain) \(native)", cause == 0 ? "" : "Q.850 \(cause)"].filter { !$0.isEmpty }
    return (message.isEmpty ? "the transport gives no reason" : message) + " (\(codes.joined(separator: ", ")))"
  }

  /// True when the transport does not offer the function.
  public var isUnimplemented: Bool { code == Code.notSupported.rawValue }
  /// True when the transport does not know the call.
  public var isUnknownCall: Bool { code == Code.noSuchCall.rawValue }

  /// True when the action was given up before it completed.
  public var isCancelled: Bool { code == Code.cancelled.rawValue }

  /// The fault of a request to a transport that does not run, or no longer.
  static let notRunning = TransportFault(.wrongState, "it does not run")

  /// Reads a plugin function's status; one that a function cannot return is out of range.
  init(status: hsw_status) {
    self.init(code: status > HSW_OK ? HSW_E_RANGE : status)
  }

  /// Copies an error of a plugin; invalid texts become empty.
  init(_ pointer: UnsafePointer<hsw_error>) {
    guard let error = GrowingTable.copy(pointer, as: hsw_error.self, zero: hsw_error()) else {
      self.init(.failed)
      return
    }
    self.init(
      code: error.code, native: error.native, cause: error.cause, domain: BorrowedText.read(error.domain) ?? "",
      message: BorrowedText.read(error.message) ?? "")
  }
}

extension TransportFault {
  /// The transport's message, as one sentence.
  public var errorDescription: String? { "The transport reports a fault: \(description)." }
}

extension TransportFault {
  /// The codes of the contract by name, each taken from its constant in transport.h; a plugin may send others.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number in the contract.
    public let rawValue: Int32

    /// Makes a code from its number in the contract.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// A failure without a more specific code.
    public static let failed = Code(rawValue: HSW_E_FAIL)
    /// An argument is wrong.
    public static let invalid = Code(rawValue: HSW_E_INVAL)
    /// The function is not offered.
    public static let notSupported = Code(rawValue: HSW_E_NOTSUP)
    /// The life cycle or the call's state does not allow it now.
    public static let wrongState = Code(rawValue: HSW_E_STATE)
    /// The call does not exist.
    public static let noSuchCall = Code(rawValue: HSW_E_NOCALL)
    /// The action or timer no longer exists.
    public static let stale = Code(rawValue: HSW_E_STALE)
    /// Out of memory.
    public static let outOfMemory = Code(rawValue: HSW_E_NOMEM)
    /// A limit is reached.
    public static let busy = Code(rawValue: HSW_E_BUSY)
    /// The other end did not answer in time.
    public static let timedOut = Code(rawValue: HSW_E_TIMEOUT)
    /// There is no common version.
    public static let version = Code(rawValue: HSW_E_VERSION)
    /// Called on a wrong thread.
    public static let wrongThread = Code(rawValue: HSW_E_THREAD)
    /// A number or code is out of its range.
    public static let outOfRange = Code(rawValue: HSW_E_RANGE)
    /// Cancelled before it completed.
    public static let cancelled = Code(rawValue: HSW_E_CANCELLED)
    /// The network refused the credentials.
    public static let unauthorized = Code(rawValue: HSW_E_AUTH)
    /// The network cannot be reached.
    public static let network = Code(rawValue: HSW_E_NET)

    /// The code as a sentence about the transport, for a fault without a message.
    var sentence: String {
      switch self {
      case Code(rawValue: HSW_OK): ""
      case .invalid: "it rejects an argument"
      case .notSupported: "it does not support that"
      case .wrongState: "not in this state"
      case .noSuchCall: "it does not know the call"
      case .outOfMemory: "it is out of memory"
      case .busy: "it has no room for that"
      case .timedOut: "the other end did not answer in time"
      case .outOfRange: "a number is out of its range"
      case .cancelled: "it was cancelled"
      case .unauthorized: "the network refused the credentials"
      case .network: "the network cannot be reached"
      default: "it failed without a reason"
      }
    }
  }
}
