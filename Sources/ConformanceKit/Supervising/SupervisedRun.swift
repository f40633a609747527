/// What a supervisor brings home.
package struct SupervisedRun: Sendable {
  /// What was found.
  package let report: ConformanceReport
  /// What was traced, one trace event a line, by test; empty unless the run was traced.
  package let trace: [(test: String, events: [UInt8])]
}
