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

/// A scenario's settings of one provider.
struct ProviderSettings: Sendable {
  var configuration = ProviderConfiguration()
  /// True when it can place calls as the scenario begins and after each restart.
  var isReady = true
  /// True when the host tries it again by itself after a quarantine (P7).
  var recovers = false
  /// Its reaction to each kind of action; it obeys the kinds that are not listed.
  var behaviours: [CallOperation.Kind: Behaviour] = [:]
}

/// A scripted provider's reaction to an action.
enum Behaviour: Hashable, Sendable {
  /// Fulfils it at once, or after this delay.
  case obey(after: Duration?)
  /// Fails it at once.
  case fail
  /// Never answers.
  case silent
  /// The provider is lost.
  case crash
  /// Reports that it does not implement the action.
  case unimplemented
}
