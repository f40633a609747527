/// A plugin has not shown all that was asked of it; printed, it says what went wrong, as the command would.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  private let plugin: String
  /// What was found.
  public let report: ConformanceReport

  package init(plugin: String, report: ConformanceReport) {
    self.plugin = plugin
    self.report = report
  }

  /// What is no plain pass, and the summary.
  public var description: String {
    let text = ConsoleText(plugin: plugin)
    return (report.outcomes.compactMap(text.entry) + [text.closing(report)]).joined(separator: "\n")
  }
}
