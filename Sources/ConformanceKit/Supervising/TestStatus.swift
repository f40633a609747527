/// What came of a test.
public enum TestStatus: String, Sendable, CaseIterable {
  /// The plugin showed it.
  case pass
  /// The plugin did something else.
  case fail
  /// The plugin ended its process: a signal, or an exit that nobody asked for.
  case crash
  /// The plugin used up the test's time.
  case timeout
  /// The plugin did something else than it should, which it need not.
  case warn
  /// The test does not apply to this plugin.
  case skip
  /// The kit or its surroundings failed; neither the plugin's fault nor a pass.
  case error

  /// Whether the plugin is held to have broken its contract.
  public var isFailure: Bool { self == .fail || self == .crash || self == .timeout }
}
