public import FoundationEssentials
internal import TransportABI

/// What a transport says of a failure.
public struct TransportFault: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The contract's code: one of `HSW_E_…`, or 0.
  public var code: Int32
  /// The network's own code; 0 none.
  public var native: Int32
  /// The Q.850 cause; 0 unknown.
  public var cause: UInt32
  /// Whose code `native` is.
  public var domain: String
  /// One sentence for a person.
  public var message: String

  /// Puts the parts together.
  public init(code: Int32, native: Int32 = 0, cause: UInt32 = 0, domain: String = "", message: String = "") {
    self.code = code
    self.native = native
    self.cause = cause
    self.domain = domain
    self.message = message
  }

  /// Its sentence and its codes on one line.
  public var description: String {
    let codes = ["code \(code)", native == 0 ? "" : "\(domain) \(native)", cause == 0 ? "" : "Q.850 \(cause)"].filter { !$0.isEmpty }
    return (message.isEmpty ? "the transport gives no reason" : message) + " (\(codes.joined(separator: ", ")))"
  }

  /// The transport does not offer what was asked.
  public var isUnimplemented: Bool { code == HSW_E_NOTSUP }
  /// The transport knows no such call.
  public var isUnknownCall: Bool { code == HSW_E_NOCALL }

  /// It was given up before it was done.
  public var isCancelled: Bool { code == HSW_E_CANCELLED }

  /// Copies an error that a plugin passed; texts that are no strings become empty.
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
  /// What the transport says, as one sentence.
  public var errorDescription: String? { "The transport reports a fault: \(description)." }
}
