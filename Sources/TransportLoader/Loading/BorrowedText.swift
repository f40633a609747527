internal import TransportABI

/// Copies strings from a plugin after checking them.
enum BorrowedText {
  /// The string's copy; nil when it breaks the contract's rule for strings (UTF-8, at most 64 KiB, a NUL after it and none within).
  static func read(_ text: hsw_str) -> String? {
    guard text.n != 0 else { return "" }
    // A length with its highest bit set is negative here.
    guard (1...Int(HSW_STR_MAX)).contains(text.n), let start = text.p, start[text.n] == 0 else { return nil }
    return start.withMemoryRebound(to: UInt8.self, capacity: text.n) { bytes in
      let buffer = UnsafeBufferPointer(start: bytes, count: text.n)
      return buffer.contains(0) ? nil : String(validating: buffer, as: UTF8.self)
    }
  }

  /// The list of strings at `start`; nil when one of them breaks the rule, or there are more than `limit`.
  static func read(_ start: UnsafePointer<hsw_str>?, count: UInt32, limit: UInt32 = 64) -> [String]? {
    guard count > 0 else { return [] }
    guard count <= limit, let start else { return nil }
    var texts: [String] = []
    for index in 0..<Int(count) {
      guard let text = read(start[index]) else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// A fixed buffer of characters as text on one line, up to its NUL.
  static func read<Buffer>(buffer: Buffer) -> String {
    withUnsafeBytes(of: buffer) { bytes in TerminalText.line(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)) }
  }
}
