internal import ConformanceKit

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The report files of a conformance run.
struct ConformFiles {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Writes each file that the arguments ask for.
  func write(_ run: SupervisedRun) throws(CommandError) {
    try write(run.report)
    try write("--trace", TraceDocument(run.trace).text)
  }

  /// Writes each file for a report without a trace.
  func write(_ report: ConformanceReport) throws(CommandError) {
    try write("--tap", TAPDocument(report).text)
    try write("--junit", JUnitDocument(report).text)
    try write("--json", JSONDocument(report).text)
    try write("--markdown", MarkdownDocument(report).text)
  }

  /// Writes each file for a run that has not ended, except to terminals, pipes and devices, which cannot take it back.
  func writeBeforehand(_ report: ConformanceReport) throws(CommandError) {
    for option in ["--tap", "--junit", "--json", "--markdown"] {
      guard let path = arguments.value(option) else { continue }
      var found = stat()
      if path == "-" || (stat(path, &found) == 0 && found.st_mode & S_IFMT != S_IFREG) { return }
    }
    try write(report)
  }

  private func write(_ option: String, _ text: @autoclosure () -> String) throws(CommandError) {
    guard let path = arguments.value(option) else { return }
    // `OutputFile.write` adds the line break at the end.
    try OutputFile.write(String(text().dropLast()), to: path)
  }
}
