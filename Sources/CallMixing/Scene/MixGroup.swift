/// Calls that hear one another, and the device of the person who hears them all.
///
/// A member hears the sum of the other members, the device's microphone unless it is muted, and the tracks for members. The device hears the sum
/// of all members and the tracks for the device.
public struct MixGroup: Sendable {
  /// The rate at which the group is summed.
  ///
  /// Members and devices of another rate are resampled, which costs ten to twenty times what mixing does:
  /// take the one that most of them have.
  public var rate: AudioRate
  /// The calls.
  public var members: [MixMember]
  /// The microphone and the loudspeaker; nil: nobody sits here.
  public var device: DevicePort?
  /// What is played to them, at the group's rate.
  public var loops: [LoopTrack]
  /// Where the group is recorded, at the group's rate; nil: nowhere.
  public var recording: RecordingTap?

  /// A group.
  public init(
    rate: AudioRate, members: [MixMember] = [], device: DevicePort? = nil, loops: [LoopTrack] = [], recording: RecordingTap? = nil
  ) {
    self.rate = rate
    self.members = members
    self.device = device
    self.loops = loops
    self.recording = recording
  }
}
