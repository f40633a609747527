/// What the fuzzer's bytes decide, drawn one after another; when they are used up, everything is zero.
///
/// A class, because C callbacks draw from it too.
final class Draw {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Whether everything was drawn.
  var isEmpty: Bool { rest.isEmpty }

  func byte() -> UInt8 { rest.popFirst() ?? 0 }
  func bit() -> Bool { byte() & 1 == 1 }

  /// A number below `bound`, by one byte.
  func below(_ bound: Int) -> Int { Int(byte()) % bound }

  func word() -> UInt32 { bytes(4).reduce(0) { $0 << 8 | UInt32($1) } }
  func long() -> UInt64 { UInt64(word()) << 32 | UInt64(word()) }

  /// Mostly a small number, as codes and counts are, now and then any.
  func code() -> UInt32 {
    let first = byte()
    return first < 0xF0 ? UInt32(first % 24) : word()
  }

  /// As many bytes as wanted, or as there are.
  func bytes(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
