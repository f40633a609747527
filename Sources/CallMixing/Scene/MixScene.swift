/// The complete work of every tick: groups, and clocks to call.
///
/// `AudioEngine.apply` replaces the whole scene; it does not touch legs outside the scene.
public struct MixScene: Sendable {
  /// The groups of calls that hear one another.
  public var groups: [MixGroup]
  /// The clocks to call in every tick, in order.
  public var clocks: [MediaClock]

  /// Creates a scene, by default an empty and silent one.
  public init(groups: [MixGroup] = [], clocks: [MediaClock] = []) {
    self.groups = groups
    self.clocks = clocks
  }
}
