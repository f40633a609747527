internal import CallAudio
internal import CallControl

/// A recording in progress: its tap and its writer.
struct LiveRecording: Sendable {
  let call: CallID
  let asGroup: Bool
  let tap: RecordingTap
  /// Nil while the file is being created.
  var recording: CallRecording?

  /// True while the recording may still grow.
  var isOn: Bool { !(recording?.progress.state.isOver ?? false) }
}
