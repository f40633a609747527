internal import CallControl
internal import CallMixing

/// The groups of calls that hear one another, in terms of calls and lines, independent of rings.
struct AudioScene: Hashable, Sendable {
  /// Calls that hear one another, and the person at their line.
  struct Group: Hashable, Sendable {
    let line: LineID
    var members: [Member] = []
    /// True when the line's device takes part.
    var hasDevice: Bool
    /// The sound that the device plays in addition to the calls.
    var sound: LineSound?
    /// The recording of the group; nil for none.
    var recording: RecordingID?
    /// The programs that take part.
    var programs: [Program] = []
    /// True while a program keeps the line's microphone and loudspeaker apart from the calls.
    var isAlone = false
  }

  /// A program in the conversation.
  struct Program: Hashable, Sendable {
    let id: Int64
    /// True when it hears the device.
    var hearsDevice: Bool
    /// True when the others and the device hear it.
    var speaks: Bool
  }

  struct Member: Hashable, Sendable {
    let call: CallID
    let rate: AudioRate
    /// True when the call hears the device.
    var hearsDevice: Bool
    /// True when the call hears anything.
    var hears: Bool
    /// True when the others and the device hear the call.
    var speaks: Bool
    /// The recording of this call alone; nil for none.
    var recording: RecordingID?
    /// The programs that listen to this call.
    var listeners: [Int64] = []
  }

  /// The groups in the order of their lines.
  var groups: [Group] = []
  /// The providers with connected ports, whose clocks run.
  var carriers: Set<ProviderID> = []
}

enum AudioInput: Sendable {
  /// A line has a device.
  case seat(LineID)
  /// A line changed; `ended` lists its ended calls.
  case line(LineSnapshot, ended: [Call])
  /// The host forgot a line.
  case forgotten(LineID)
  /// The core gives a line's audio to a provider (U1).
  case activated(ProviderID, LineID, AudioReason)
  /// The core takes a line's audio from a provider.
  case deactivated(ProviderID, LineID, AudioReason)
  /// A provider completed the report of its activation, so media may flow.
  case told(ProviderID, LineID)
  /// A provider configured a line's audio.
  case configured(ProviderID, LineID, AudioSession.Configuration)
  /// A provider started to carry audio, or stopped.
  case carrier(ProviderID, isThere: Bool)
  /// A provider reports that a call has a port, a changed port, or none any more.
  case port(CallID, isThere: Bool)
  /// The rates of a call's port, the best first.
  case offered(CallID, [AudioRate])
  /// An attach completed or failed.
  case attached(CallID, isDone: Bool)
  /// A detach completed.
  case detached(CallID)
  /// The user chose a line's route; nil withdraws the choice.
  case chosen(LineID, AudioSession.Route?)
  /// The host plays its ringtones, or another program rings.
  case ringtone(isOn: Bool)
  /// The available routes of a line's device changed.
  case routes(LineID, [AudioSession.Route])
  /// The program records a call, or its group.
  case record(RecordingID, CallID, asGroup: Bool)
  /// A recording ended.
  case recorded(RecordingID)
  /// A program attached itself to a call of a line.
  case attach(AttachedProgram, LineID)
  /// An attachment was closed.
  case detachProgram(Int64)
  /// The time of `wake` has come.
  case time
}

/// The actions that the audio director requests, in order.
enum AudioEffect: Hashable, Sendable {
  /// Request from a provider the rates of a call's port.
  case ask(CallID, ProviderID)
  /// Connect a call's port to two rings at that rate.
  case attach(CallID, ProviderID, AudioRate)
  /// Disconnect a call's port; its rings are released afterwards.
  case detach(CallID)
  /// Apply the present scene.
  case stage
  /// Report to a provider that it owns the line's audio.
  case tellActivated(ProviderID, LineID, AudioReason)
  /// Report to a provider that it no longer owns the line's audio.
  case tellDeactivated(ProviderID, LineID, AudioReason)
  /// Open or close a line's device.
  case device(LineID, isNeeded: Bool)
  /// Set the preferred route of a line; nil for the desktop's default.
  case prefer(LineID, AudioSession.Route?)
  /// End a recording.
  case recordingEnds(RecordingID)
  /// Tell an attachment that its call ended.
  case programEnds(Int64)
  /// Release an attachment's rings.
  case programIsGone(Int64)
  /// Tell an attachment that its call's audio flows, or no longer flows.
  case programFollows(Int64, AttachmentState.Flow)
  /// Send `time` at that time.
  case wake(Instant)
}
