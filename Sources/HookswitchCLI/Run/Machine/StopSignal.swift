/// A signal that ends the command, and what it then exits with.
enum StopSignal: Int32, CaseIterable, Sendable {
  case interrupt = 2
  /// Whoever read standard output has gone.
  case brokenPipe = 13
  case terminate = 15

  /// 130, 141 or 143, as a shell reports a command that the signal killed.
  var exitCode: Int32 { 128 + rawValue }
}
