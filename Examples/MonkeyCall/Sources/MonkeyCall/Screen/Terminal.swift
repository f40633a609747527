import Dispatch
import Glibc

/// The terminal: keys as they are pressed, and whole screens.
@MainActor final class Terminal {
  private var before = termios()
  private var shown: [String] = []
  private var source: (any DispatchSourceRead)?

  /// Takes over the terminal; `key` receives each key.
  func open(_ key: @escaping @MainActor (Key) -> Void) {
    tcgetattr(STDIN_FILENO, &before)
    var raw = before
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      MainActor.assumeIsolated {
        guard count > 0 else { return key(.end) }
        for pressed in Key.all(Array(bytes.prefix(count))) { key(pressed) }
      }
    }
    source.activate()
    self.source = source
  }

  /// Gives the terminal back.
  func close() {
    source?.cancel()
    write("\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  /// Shows the lines of a screen; only those that differ are written.
  func show(_ lines: [String]) {
    var text = ""
    for (index, line) in lines.enumerated() where index >= shown.count || shown[index] != line {
      text += "\u{1B}[\(index + 1);1H\u{1B}[2K\(line)"
    }
    shown = lines
    if !text.isEmpty { write(text) }
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}

/// A key.
enum Key: Equatable, Sendable {
  case character(Character)
  case enter, escape, delete
  /// The end of the input.
  case end

  /// Reads the keys in the bytes of one reading; sequences of arrow keys and the like are left out.
  static func all(_ bytes: [UInt8]) -> [Key] {
    if bytes.first == 27, bytes.count > 1 { return [] }
    return bytes.compactMap { byte in
      switch byte {
      case 27: .escape
      case 13, 10: .enter
      case 8, 127: .delete
      case 3, 4: .end
      case 32...126: .character(Character(Unicode.Scalar(byte)))
      default: nil
      }
    }
  }
}
