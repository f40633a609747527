internal import TransportABI
internal import TransportLoader

/// Reads a struct that the plugin wrote.
package enum ForeignStruct {
  /// The largest size that is accepted.
  package static let maximumSize: UInt32 = 65536

  /// Copies the struct at `pointer`, as far as its size reaches and the kit knows it, and returns the flaw of its size.
  ///
  /// A wrong size is reported but not used: other rules judge the rest of the struct.
  static func read<Table>(_ pointer: UnsafeRawPointer, zero: Table, _ name: String) -> (table: Table, flaw: String?) {
    guard UInt(bitPattern: pointer) % UInt(MemoryLayout<Table>.alignment) == 0 else {
      return (zero, "\(name) lies at an address that is not a multiple of \(MemoryLayout<Table>.alignment)")
    }
    let room = MemoryLayout<Table>.size
    // One look reads all that lies on the page of the size, which is there.
    let seen = ForeignMemory.bytes(pointer, ExecutorProcess.isUsed ? min(room, ForeignMemory.leftOnPage(pointer)) : 4)
    let size = seen.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    let least = UInt32(ContractVersion.firstSize(of: Table.self))
    let isSane = size >= least && size <= maximumSize
    var table = zero
    withUnsafeMutableBytes(of: &table) { bytes in
      let count = isSane ? min(Int(size), bytes.count) : Int(least)
      guard count > seen.count else { return bytes.copyBytes(from: seen.prefix(count)) }
      ForeignMemory.copy(pointer, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]))
    }
    ExecutorProcess.reachAll(&table)
    return (
      table, isSane ? nil : "\(name) has size \(size), should be \(least) (version 1.0) to \(maximumSize)"
    )
  }
}

extension Fault {
  /// Copies a plugin's error, and returns its flaws.
  static func read(_ pointer: UnsafePointer<hsw_error>, _ function: String) -> (fault: Fault, sizeFlaw: String?, flaws: [String]) {
    let (error, sizeFlaw) = ForeignStruct.read(pointer, zero: hsw_error(), "the hsw_error of \(function)")
    let domain = ForeignText.read(error.domain, "the error's domain")
    let message = ForeignText.read(error.message, "the error's message")
    var fault = Fault(
      code: error.code, native: error.native, cause: error.cause, domain: domain.text, message: message.text)
    fault.stray = StrayBits.words("the hsw_error of \(function)", flags: error.flags, reserved: error.reserved) ?? ""
    return (fault, sizeFlaw, [domain.flaw, message.flaw].compactMap { $0 })
  }
}

/// Reads a string that the plugin wrote.
package enum ForeignText {
  /// Returns a copy, and the part of the rule for strings that it breaks; an unreadable string becomes empty.
  static func read(_ text: hsw_str, _ name: String) -> (text: String, flaw: String?) {
    let found = copy(text, name)
    TextWitness.note(name, Array(found.text.utf8), found.flaw)
    return found
  }

  private static func copy(_ text: hsw_str, _ name: String) -> (text: String, flaw: String?) {
    guard text.n != 0 else { return ("", nil) }
    guard let start = text.p else { return ("", "\(name) has \(text.n) bytes at NULL") }
    // A length with its highest bit set is negative here.
    guard (1...Int(HSW_STR_MAX)).contains(text.n) else {
      return ("", "\(name) is \(text.n) bytes long, at most \(HSW_STR_MAX) are allowed")
    }
    let all = ForeignMemory.bytes(start, text.n + 1)
    let bytes = all.dropLast()
    var flaw: String?
    if all[text.n] != 0 { flaw = "\(name) has no NUL after its \(text.n) bytes" }
    if bytes.contains(0) { flaw = "\(name) has a NUL inside" }
    guard let copy = String(validating: bytes, as: UTF8.self) else {
      return (String(decoding: bytes, as: UTF8.self), "\(name) is not UTF-8")
    }
    return (copy, flaw)
  }

  /// Returns a fixed buffer's characters up to the NUL; nil when there is no NUL or the text is not UTF-8.
  package static func read(buffer: UnsafeRawBufferPointer) -> String? {
    guard let end = buffer.firstIndex(of: 0) else { return nil }
    return String(validating: buffer[..<end], as: UTF8.self)
  }
}
