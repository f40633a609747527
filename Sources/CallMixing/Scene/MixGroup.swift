/// Calls that hear one another, and the device of the person in the conversation.
///
/// A member hears the other members, the device's microphone unless the member is muted, and the tracks for members. The device plays all
/// members and the tracks for the device.
public struct MixGroup: Sendable {
  /// The rate of the mix.
  ///
  /// Resampling a member or device of another rate costs ten to twenty times as much as mixing it, so choose the rate of most members.
  public var rate: AudioRate
  /// The calls.
  public var members: [MixMember]
  /// The microphone and the loudspeaker; nil for none.
  public var device: DevicePort?
  /// The tracks to play, at the group's rate.
  public var loops: [LoopTrack]
  /// The tap that records the group, at the group's rate; nil for none.
  public var recording: RecordingTap?

  /// Creates a group.
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
