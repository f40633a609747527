#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The width of drawings.
enum TerminalWidth {
  /// The columns of the terminal at standard output, limited to 80 to 160; 120 without a terminal.
  static var current: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 120 }
    return min(max(Int(size.ws_col), 80), 160)
  }
}
