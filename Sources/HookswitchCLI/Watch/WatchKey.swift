/// A key of `hookswitch watch` on a terminal.
enum WatchKey: Equatable, Sendable {
  case up, down, answer, end, hold, resume, swap, mute, press, quit
}

/// Reads keys from the bytes of a terminal, which may come in parts.
struct WatchKeys: Sendable {
  /// The beginning of an escape sequence.
  private var pending: [UInt8] = []

  /// Takes bytes, and returns the keys that they complete; other keys are left out.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [WatchKey] {
    var keys: [WatchKey] = []
    for byte in bytes { if let key = take(byte) { keys.append(key) } }
    return keys
  }

  private mutating func take(_ byte: UInt8) -> WatchKey? {
    if byte == 0x1B {
      pending = [byte]
      return nil
    }
    guard !pending.isEmpty else { return Self.key(byte) }
    // ESC and a letter other than [ or O is that letter with Alt, which means nothing here.
    if pending.count == 1 {
      pending = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? pending + [byte] : []
      return nil
    }
    // A sequence has parameters, and ends with a byte from @ to ~ (ECMA-48, section 5.4).
    guard (0x40...0x7E).contains(byte) else { return nil }
    pending = []
    switch byte {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    default: return nil
    }
  }

  private static func key(_ byte: UInt8) -> WatchKey? {
    switch byte {
    case UInt8(ascii: "k"): .up
    case UInt8(ascii: "j"): .down
    case UInt8(ascii: "a"): .answer
    case UInt8(ascii: "d"): .end
    case UInt8(ascii: "h"): .hold
    case UInt8(ascii: "r"): .resume
    case UInt8(ascii: "s"): .swap
    case UInt8(ascii: "m"): .mute
    case UInt8(ascii: "b"): .press
    case UInt8(ascii: "q"), 0x03, 0x04: .quit
    default: nil
    }
  }
}
