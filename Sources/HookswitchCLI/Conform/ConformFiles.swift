internal import ConformanceKit

/// The files that a run's result is written to.
struct ConformFiles {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Writes each that was asked for.
  func write(_ run: SupervisedRun) throws(CommandError) {
    try write("--tap", TAPDocument(run.report).text)
    try write("--junit", JUnitDocument(run.report).text)
    try write("--json", JSONDocument(run.report).text)
    try write("--markdown", MarkdownDocument(run.report).text)
    try write("--trace", TraceDocument(run.trace).text)
  }

  private func write(_ option: String, _ text: @autoclosure () -> String) throws(CommandError) {
    guard let path = arguments.value(option) else { return }
    // The file ends with one line break, which the text has already.
    try OutputFile.write(String(text().dropLast()), to: path)
  }
}
