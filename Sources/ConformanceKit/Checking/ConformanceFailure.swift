/// A plugin has not passed its tests; printed, it describes the failures as the command does.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  private let plugin: String
  /// The report of the run.
  public let report: ConformanceReport

  package init(plugin: String, report: ConformanceReport) {
    self.plugin = plugin
    self.report = report
  }

  /// The tests that did not simply pass, and the summary.
  public var description: String {
    let text = ConsoleText(plugin: plugin)
    return (report.outcomes.compactMap(text.entry) + [text.closing(report)]).joined(separator: "\n")
  }
}
