/// A source of decisions from the fuzzer's bytes; after the last byte it returns zeros.
///
/// A class, because C callbacks draw from it too.
final class Draw {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// True when all bytes are used.
  var isEmpty: Bool { rest.isEmpty }

  func byte() -> UInt8 { rest.popFirst() ?? 0 }
  func bit() -> Bool { byte() & 1 == 1 }

  /// Returns a number below `bound`, from one byte.
  func below(_ bound: Int) -> Int { Int(byte()) % bound }

  func word() -> UInt32 { bytes(4).reduce(0) { $0 << 8 | UInt32($1) } }
  func long() -> UInt64 { UInt64(word()) << 32 | UInt64(word()) }

  /// Returns a small number in most cases, like real codes and counts, and sometimes any number.
  func code() -> UInt32 {
    let first = byte()
    return first < 0xF0 ? UInt32(first % 24) : word()
  }

  /// Returns `count` bytes, or as many as are left.
  func bytes(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
