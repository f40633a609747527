#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// How wide a drawing for people may be.
enum TerminalWidth {
  /// The columns of the terminal that standard output leads to, neither too few to draw in nor more than an eye follows; elsewhere 120.
  static var current: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 120 }
    return min(max(Int(size.ws_col), 80), 160)
  }
}
