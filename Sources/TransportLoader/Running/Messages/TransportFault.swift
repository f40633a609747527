public import FoundationEssentials
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
  public var isUnimplemented: Bool { code == HSW_E_NOTSUP }
  /// True when the transport does not know the call.
  public var isUnknownCall: Bool { code == HSW_E_NOCALL }

  /// True when the action was given up before it completed.
  public var isCancelled: Bool { code == HSW_E_CANCELLED }

  /// Copies an error of a plugin; invalid texts become empty.
  init(_ pointer: UnsafePointer<hsw_error>) {
    guard let error = GrowingTable.copy(pointer, as: hsw_error.self, zero: hsw_error()) else {
      self.init(code: HSW_E_FAIL)
      return
    }
    self.init(
      code: error.code, native: error.native, cause: error.cause, domain: BorrowedText.read(error.domain) ?? "",
      message: BorrowedText.read(error.message) ?? "")
  }
}

extension TransportFault: LocalizedError {
  /// The transport's message, as one sentence.
  public var errorDescription: String? { "The transport reports a fault: \(description)." }
}
