/// A signal that ends the command, with its exit code.
enum StopSignal: Int32, CaseIterable, Sendable {
  case interrupt = 2
  /// The reader of standard output has closed it.
  case brokenPipe = 13
  case terminate = 15

  /// The code 130, 141 or 143, as a shell reports a command that the signal killed.
  var exitCode: Int32 { 128 + rawValue }
}
