internal import CallAudio
internal import CallControl

/// A recording under way: where the audio thread leaves its frames, and who writes them.
struct LiveRecording: Sendable {
  let call: CallID
  let asGroup: Bool
  let tap: RecordingTap
  /// Nil while its file is being made.
  var recording: CallRecording?

  /// Whether more may come.
  var isOn: Bool { !(recording?.progress.state.isOver ?? false) }
}
