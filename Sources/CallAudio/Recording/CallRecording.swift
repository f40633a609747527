public import CallMixing
internal import Locking

/// A recording in progress: its progress, pause and stop.
///
/// Any thread may call its functions. The recording continues without references to this object, but not without its recorder.
public final class CallRecording: Sendable {
  private struct Inner: Sendable {
    var progress: RecordingProgress
    var isPaused = false
    var isStopped = false
  }

  /// The file's path, as requested.
  public let path: String
  private let inner: Locked<Inner>
  private let wake: @Sendable () -> Void
  private let events: @Sendable (RecordingProgress) -> Void

  init(path: String, rate: AudioRate, wake: @escaping @Sendable () -> Void, events: @escaping @Sendable (RecordingProgress) -> Void) {
    self.path = path
    self.wake = wake
    self.events = events
    inner = Locked(Inner(progress: RecordingProgress(state: .recording, frames: 0, filled: 0, rate: rate)))
  }

  /// The progress, updated every tenth of a second.
  public var progress: RecordingProgress { inner.withLock { $0.progress } }

  /// Discards audio from now on; no silence is written in its place.
  public func pause() {
    inner.withLock { $0.isPaused = true }
    wake()
  }

  /// Continues after a pause.
  public func resume() {
    inner.withLock { $0.isPaused = false }
    wake()
  }

  /// Ends the recording with the audio so far; the state becomes `stopped` when the file is complete.
  public func stop() {
    inner.withLock { $0.isStopped = true }
    wake()
  }

  // MARK: The writer's side

  /// The latest request of the program.
  var wish: (isPaused: Bool, isStopped: Bool) { inner.withLock { ($0.isPaused, $0.isStopped) } }

  func wrote(_ frames: Int, filled: Int) {
    inner.withLock {
      $0.progress.frames += UInt64(frames)
      $0.progress.filled += UInt64(filled)
    }
  }

  /// Sets the state, and reports it if it changed.
  func change(to state: RecordingState) {
    let changed: RecordingProgress? = inner.withLock { inner in
      guard inner.progress.state != state, !inner.progress.state.isOver else { return nil }
      inner.progress.state = state
      return inner.progress
    }
    if let changed { events(changed) }
  }
}

/// The progress of a recording.
public struct RecordingProgress: Hashable, Sendable {
  /// The present state.
  public var state: RecordingState
  /// The frames in the file, of two samples each.
  public var frames: UInt64
  /// The frames of silence written in place of missing audio: the call was on hold, or the writer was more than 1 s late.
  public var filled: UInt64
  /// The frames per second.
  public var rate: AudioRate

  /// The playing time of the file.
  public var length: Duration { .milliseconds(Int64(frames * 1_000 / UInt64(rate.hertz))) }
}

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
