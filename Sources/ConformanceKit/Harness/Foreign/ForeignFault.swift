internal import TransportABI

extension Fault {
  /// Copies a plugin's error, and returns its flaws.
  static func read(_ pointer: UnsafePointer<hsw_error>, _ function: String) -> (fault: Fault, sizeFlaw: String?, flaws: [String]) {
    let (error, sizeFlaw) = ForeignStruct.read(pointer, zero: hsw_error(), "the hsw_error of \(function)")
    let domain = ForeignText.read(error.domain, "the error's domain")
    let message = ForeignText.read(error.message, "the error's message")
    let fault = Fault(
      code: error.code, native: error.native, cause: error.cause, domain: domain.text, message: message.text)
    return (fault, sizeFlaw, [domain.flaw, message.flaw].compactMap { $0 })
  }
}
