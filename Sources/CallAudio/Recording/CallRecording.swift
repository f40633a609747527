internal import CallMixing
internal import Locking

/// One recording that was begun: to look at it, to let it rest, to end it.
///
/// All of it may be called from any thread. It goes on without being held; only the recorder must be.
public final class CallRecording: Sendable {
  private struct Inner: Sendable {
    var progress: RecordingProgress
    var isPaused = false
    var isStopped = false
  }

  /// The file's path, as it was asked for.
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

  /// How far it is, within a tenth of a second.
  public var progress: RecordingProgress { inner.withLock { $0.progress } }

  /// Leaves out what is heard from now on; no silence is written for it.
  public func pause() {
    inner.withLock { $0.isPaused = true }
    wake()
  }

  /// Goes on after a pause.
  public func resume() {
    inner.withLock { $0.isPaused = false }
    wake()
  }

  /// Ends it with what was heard until now: the state becomes `stopped` as soon as the file is finished.
  public func stop() {
    inner.withLock { $0.isStopped = true }
    wake()
  }

  // MARK: The writer's side

  /// What was asked for last.
  var wish: (isPaused: Bool, isStopped: Bool) { inner.withLock { ($0.isPaused, $0.isStopped) } }

  /// So many frames more are in the file.
  func wrote(_ frames: Int, filled: Int) {
    inner.withLock {
      $0.progress.frames += UInt64(frames)
      $0.progress.filled += UInt64(filled)
    }
  }

  /// It is another way now; told if so.
  func change(to state: RecordingState) {
    let changed: RecordingProgress? = inner.withLock { inner in
      guard inner.progress.state != state, !inner.progress.state.isOver else { return nil }
      inner.progress.state = state
      return inner.progress
    }
    if let changed { events(changed) }
  }
}
