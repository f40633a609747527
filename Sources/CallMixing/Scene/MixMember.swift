/// One call in a group.
public struct MixMember: Hashable, Sendable {
  /// Its audio.
  public var leg: AudioLeg
  /// It does not hear the device.
  public var isMuted: Bool
  /// Its far end hears the group; else it is sent silence.
  public var hears: Bool
  /// The group hears its far end; else what comes from there is taken and thrown away.
  public var speaks: Bool
  /// Where this call is recorded, at its own rate; nil: nowhere.
  public var recording: RecordingTap?

  /// A call that hears and is heard, unless said otherwise.
  public init(_ leg: AudioLeg, isMuted: Bool = false, hears: Bool = true, speaks: Bool = true, recording: RecordingTap? = nil) {
    self.leg = leg
    self.isMuted = isMuted
    self.hears = hears
    self.speaks = speaks
    self.recording = recording
  }
}
