internal import Glibc
internal import TransportABI

/// Reads a struct that begins with its `size` and that the plugin may have compiled from a later, longer version.
enum GrowingTable {
  /// The largest size that is accepted, in bytes.
  static let maximumSize: UInt32 = 65536

  /// A copy of the struct at `pointer`: the part that both sides know, the rest zero; nil when its size is out of range.
  ///
  /// A struct shorter than in version 1.0 is an error.
  static func copy<Table>(_ pointer: UnsafeRawPointer, as type: Table.Type, zero: Table) -> Table? {
    guard UInt(bitPattern: pointer) % UInt(MemoryLayout<Table>.alignment) == 0 else { return nil }
    let size = pointer.load(as: UInt32.self)
    guard size >= UInt32(ContractVersion.firstSize(of: type)), size <= maximumSize else { return nil }
    var copy = zero
    withUnsafeMutableBytes(of: &copy) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(Int(size), bytes.count)))
    }
    return copy
  }
}

/// The version of the contract that this host supports, from the header.
package enum ContractVersion {
  package static let major: UInt32 = HSW_ABI_MAJOR
  package static let minor: UInt32 = HSW_ABI_MINOR

  /// The size of a contract struct in version 1.0; a smaller one is an error.
  package static func firstSize<Table>(of type: Table.Type) -> Int {
    // These two structs have grown since (up to `contact` and `decline`); abi.c asserts these offsets.
    if type == hsw_call_info.self { return 136 }
    if type == hsw_calls.self { return 48 }
    return MemoryLayout<Table>.size
  }
}

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
