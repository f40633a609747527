internal import CallControl

/// A scripted test of the call rules: scripted providers, steps under a virtual clock, and checks.
///
/// `ScenarioFile` reads one from the bytes of a file and validates all of it; `ScenarioRunner` runs it.
public struct Scenario: Sendable {
  /// The name of its file, as given to `ScenarioFile`.
  public let file: String
  /// A summary, in one sentence.
  public let title: String
  /// The ids of the rules that it demonstrates.
  public let rules: [String]

  let policy: LinePolicy
  /// The policies of lines that differ from `policy`.
  let linePolicies: [LineID: LinePolicy]
  /// The registered providers, in the order of the file.
  let providers: [(id: ProviderID, settings: ProviderSettings)]
  let steps: [Step]
}
