/// The status of a test.
public enum TestStatus: String, Sendable, CaseIterable {
  /// The plugin kept the rules.
  case pass
  /// The plugin broke a rule.
  case fail
  /// The plugin ended its process, with a signal or an unrequested exit.
  case crash
  /// The plugin exceeded the test's time.
  case timeout
  /// The plugin did not follow a recommendation.
  case warn
  /// The test does not apply to this plugin.
  case skip
  /// The kit or its environment failed; this is neither the plugin's fault nor a pass.
  case error

  /// True if the plugin has broken its contract.
  public var isFailure: Bool { self == .fail || self == .crash || self == .timeout }
}
