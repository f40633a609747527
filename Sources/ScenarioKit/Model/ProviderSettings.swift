internal import CallControl

/// What a scenario says of one of its providers.
struct ProviderSettings: Sendable {
  var configuration = ProviderConfiguration()
  /// Whether it can place calls when the story begins, and when it is restarted.
  var isReady = true
  /// What its script does with each kind of action; obeys what is not named.
  var behaviours: [CommandKind: Behaviour] = [:]
}
