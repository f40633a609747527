/// Where an instance is in its life.
enum InstancePhase: Equatable, Sendable {
  /// Nothing was called yet, or only create: it must not call the host.
  case unborn
  /// init was called: it may call the host, but there are no calls.
  case born
  /// activate was called: calls and actions.
  case active
  /// deactivate was called: calls end, none begin.
  case draining
  /// deactivate is done.
  case quiet
  /// destroy was called.
  case dying
  /// It is closed or lost; nothing is heard any more.
  case gone

  /// Whether the host's functions answer.
  var canSpeak: Bool { self != .unborn && self != .dying && self != .gone }
}
