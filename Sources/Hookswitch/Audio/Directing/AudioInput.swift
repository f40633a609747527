internal import CallControl
internal import CallMixing

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
  /// The available routes of a line's device changed.
  case routes(LineID, [AudioSession.Route])
  /// The program records a call, or its group.
  case record(RecordingID, CallID, asGroup: Bool)
  /// A recording ended.
  case recorded(RecordingID)
  /// The time of `wake` has come.
  case time
}
