/// The reason why a scene cannot be applied.
///
/// The previous scene stays in force.
public enum SceneFault: Error, Hashable, CustomStringConvertible, Sendable {
  /// The leg with this id was released, or belongs to another engine.
  case legIsGone(UInt64)
  /// The scene contains the leg twice.
  case legTwice(UInt64)
  /// The device port was released, or belongs to another engine.
  case deviceIsGone(UInt64)
  /// Two groups contain the device port.
  case deviceTwice(UInt64)
  /// The tap was released, or belongs to another engine.
  case tapIsGone(UInt64)
  /// The scene contains the tap twice.
  case tapTwice(UInt64)
  /// The tap's rate differs from that of its leg or group.
  case tapRate(AudioRate, wanted: AudioRate)
  /// The loop's rate differs from the group's.
  case loopRate(AudioRate, group: AudioRate)
  /// The scene contains one track twice.
  case loopTwice
  /// The system provides no memory.
  case noMemory

  /// One sentence that states the remedy.
  public var description: String {
    switch self {
    case .legIsGone(let id): "Leg \(id) no longer belongs to this engine: take it out of the scene before it is released."
    case .legTwice(let id): "Leg \(id) is in the scene twice: a call is in one group."
    case .deviceIsGone(let id): "Device port \(id) no longer belongs to this engine: take it out of the scene before it is released."
    case .deviceTwice(let id): "Device port \(id) is in two groups: open the device a second time for the second."
    case .tapIsGone(let id): "Recording tap \(id) no longer belongs to this engine: take it out of the scene before it is released."
    case .tapTwice(let id): "Recording tap \(id) is in the scene twice: each recording has a tap of its own."
    case .tapRate(let rate, let wanted): "A tap of \(rate.hertz) Hz is among frames of \(wanted.hertz) Hz: make one of that rate."
    case .loopRate(let rate, let group): "A loop of \(rate.hertz) Hz is in a group of \(group.hertz) Hz: render it at the group's rate."
    case .loopTwice: "One track is in the scene twice: make a track for each place; they can share their loop."
    case .noMemory: "The system has no memory for the scene: end some calls."
    }
  }
}
