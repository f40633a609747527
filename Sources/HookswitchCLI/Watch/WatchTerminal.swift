#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The terminal of `hookswitch watch`: keys without echo, and a screen of its own that leaves the user's text as it was.
struct WatchTerminal {
  private let usual: termios
  private let console: Console

  /// Takes the terminal; nil when standard input or output is none, the terminal is `dumb`, or it belongs to another job (`watch &`).
  init?(console: Console) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, getenv("TERM").map({ String(cString: $0) }) ?? "dumb" != "dumb" else {
      return nil
    }
    // A job in the background would be stopped when it changes the terminal.
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return nil }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    usual = settings
    self.console = console
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
      // A stopped command would leave its screen on the terminal.
      characters[Int(VSUSP)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    Console.draw("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Gives the terminal back.
  func close() {
    Console.draw("\u{1B}[?25h\u{1B}[?1049l")
    var settings = usual
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// The columns and rows; 80 and 24 where the terminal does not tell.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Reads what was typed, without waiting; nil at the end of the input.
  func typed() -> [UInt8]? {
    var waited = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waited, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Draws the screen over the last one, so that nothing flickers.
  func draw(_ rows: [WatchScreen.Row]) {
    let lines = rows.enumerated().map { place, row in
      "\u{1B}[\(place + 1);1H" + Console.shown(row.style.map { console.styled(row.text, $0) } ?? row.text)
    }
    Console.draw(lines.joined() + "\u{1B}[0m")
  }
}
