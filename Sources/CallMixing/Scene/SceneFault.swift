/// Why a scene cannot be applied.
///
/// The one before it goes on.
public enum SceneFault: Error, Hashable, CustomStringConvertible, Sendable {
  /// The leg with this name was released, or is another engine's.
  case legIsGone(UInt64)
  /// The leg is in two places of the scene.
  case legTwice(UInt64)
  /// The device port was released, or is another engine's.
  case deviceIsGone(UInt64)
  /// The device port is in two groups.
  case deviceTwice(UInt64)
  /// The tap was released, or is another engine's.
  case tapIsGone(UInt64)
  /// The tap is in two places of the scene.
  case tapTwice(UInt64)
  /// A tap of one rate where frames have another.
  case tapRate(AudioRate, wanted: AudioRate)
  /// A loop of one rate in a group of another.
  case loopRate(AudioRate, group: AudioRate)
  /// One track is in two places of the scene.
  case loopTwice
  /// The system has no memory for it.
  case noMemory

  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .legIsGone(let id): "Leg \(id) is not this engine's any more: take it out of the scene before it is released."
    case .legTwice(let id): "Leg \(id) is in the scene twice: a call is in one group."
    case .deviceIsGone(let id): "Device port \(id) is not this engine's any more: take it out of the scene before it is released."
    case .deviceTwice(let id): "Device port \(id) is in two groups: open the device a second time for the second."
    case .tapIsGone(let id): "Recording tap \(id) is not this engine's any more: take it out of the scene before it is released."
    case .tapTwice(let id): "Recording tap \(id) is in the scene twice: each recording has a tap of its own."
    case .tapRate(let rate, let wanted): "A tap of \(rate.hertz) Hz is where frames have \(wanted.hertz) Hz: make one of that rate."
    case .loopRate(let rate, let group): "A loop of \(rate.hertz) Hz is in a group of \(group.hertz) Hz: render it at the group's rate."
    case .loopTwice: "One track is in the scene twice: make a track for each place; they can share their loop."
    case .noMemory: "The system has no memory for what the scene needs: end some calls."
    }
  }
}
