/// The phases of an instance's life.
enum InstancePhase: Equatable, Sendable {
  /// Before init: it must not call the host.
  case unborn
  /// From init: it may call the host, but has no calls.
  case born
  /// From activate: it has calls and actions.
  case active
  /// From deactivate: calls end, none begin.
  case draining
  /// After deactivate.
  case quiet
  /// From destroy.
  case dying
  /// It is closed or lost; its messages are dropped.
  case gone

  /// True while the host's functions serve it.
  var canSpeak: Bool { self != .unborn && self != .dying && self != .gone }
}
