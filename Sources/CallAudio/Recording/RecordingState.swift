/// The state of a recording.
public enum RecordingState: Hashable, Sendable {
  /// Audio is written to the file.
  case recording
  /// Audio is discarded until the recording resumes.
  case paused
  /// The recording was stopped, and its file is complete.
  case stopped
  /// An error ended the recording; the call continues, and the file holds the audio so far.
  case failed(RecordingError)

  /// True when nothing more will be written.
  public var isOver: Bool {
    switch self {
    case .recording, .paused: false
    case .stopped, .failed: true
    }
  }
}
