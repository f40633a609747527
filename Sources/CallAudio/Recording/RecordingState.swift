/// How a recording is.
public enum RecordingState: Hashable, Sendable {
  /// What is heard is written.
  case recording
  /// What is heard is left out, until it goes on.
  case paused
  /// It was stopped, and its file is finished.
  case stopped
  /// It had to end; the call goes on, and the file holds what was written until then.
  case failed(RecordingError)

  /// Whether nothing will be written any more.
  public var isOver: Bool {
    switch self {
    case .recording, .paused: false
    case .stopped, .failed: true
    }
  }
}
