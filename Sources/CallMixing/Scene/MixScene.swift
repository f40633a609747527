/// Who hears whom: all that the engine is to do in every tick, as a value.
///
/// Given to `AudioEngine.apply` as a whole; what it does not name is not touched.
public struct MixScene: Sendable {
  /// Those who hear one another.
  public var groups: [MixGroup]
  /// The transports that want to be told of every tick, in this order.
  public var clocks: [MediaClock]

  /// A scene; without arguments the empty one, in which nothing is heard.
  public init(groups: [MixGroup] = [], clocks: [MediaClock] = []) {
    self.groups = groups
    self.clocks = clocks
  }
}
