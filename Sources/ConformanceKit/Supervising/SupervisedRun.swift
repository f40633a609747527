/// The results of a supervised run.
package struct SupervisedRun: Sendable {
  /// The report.
  package let report: ConformanceReport
  /// The trace of each test, one event a line; empty unless the run was traced.
  package let trace: [(test: String, events: [UInt8])]
}
