internal import CallControl

/// A scenario's settings of one provider.
struct ProviderSettings: Sendable {
  var configuration = ProviderConfiguration()
  /// True when it can place calls as the scenario begins and after each restart.
  var isReady = true
  /// Its reaction to each kind of action; it obeys the kinds that are not listed.
  var behaviours: [CommandKind: Behaviour] = [:]
}
