internal import TransportABI

/// Reads a string that the plugin wrote.
package enum ForeignText {
  /// Returns a copy, and the part of the rule for strings that it breaks; an unreadable string becomes empty.
  static func read(_ text: hsw_str, _ name: String) -> (text: String, flaw: String?) {
    ForeignMemory.reading { copy(text, name) }
  }

  private static func copy(_ text: hsw_str, _ name: String) -> (text: String, flaw: String?) {
    guard text.n != 0 else { return ("", nil) }
    guard let start = text.p else { return ("", "\(name) has \(text.n) bytes at NULL") }
    // A length with its highest bit set is negative here.
    guard (1...Int(HSW_STR_MAX)).contains(text.n) else {
      return ("", "\(name) is \(text.n) bytes long, at most \(HSW_STR_MAX) are allowed")
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: text.n)
    var flaw: String?
    if start[text.n] != 0 { flaw = "\(name) has no NUL after its \(text.n) bytes" }
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
