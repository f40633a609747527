/// One call in a group.
public struct MixMember: Hashable, Sendable {
  /// The call's audio.
  public var leg: AudioLeg
  /// True to keep the device's microphone from the far end.
  public var isMuted: Bool
  /// True to send the mix to the far end; otherwise it gets silence.
  public var hears: Bool
  /// True to mix the far end's audio; otherwise its frames are taken and discarded.
  public var speaks: Bool
  /// The tap that records this call, at the call's rate; nil for none.
  public var recording: RecordingTap?
  /// The taps of programs that listen to this call, at the call's rate.
  public var listening: [RecordingTap]

  /// Creates a member that by default hears and speaks.
  public init(
    _ leg: AudioLeg, isMuted: Bool = false, hears: Bool = true, speaks: Bool = true, recording: RecordingTap? = nil,
    listening: [RecordingTap] = []
  ) {
    self.leg = leg
    self.isMuted = isMuted
    self.hears = hears
    self.speaks = speaks
    self.recording = recording
    self.listening = listening
  }
}
