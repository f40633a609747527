internal import CallControl

/// A story about calls: scripted providers, steps under a virtual clock, and what must and must not happen.
///
/// Made from a file's bytes by `ScenarioFile`; run by `ScenarioRunner`. Holding one means that the file is sound as a whole.
public struct Scenario: Sendable {
  /// The file it was read from, as its reader named it.
  public let file: String
  /// What it shows, in one sentence.
  public let title: String
  /// The ids of the rules that it shows.
  public let rules: [String]

  let policy: LinePolicy
  /// The policies of lines that differ.
  let linePolicies: [LineID: LinePolicy]
  /// The registered providers, in the order of the file.
  let providers: [(id: ProviderID, settings: ProviderSettings)]
  let steps: [Step]
}
