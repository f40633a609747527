import Testing

@testable import CallAudio

/// What a recording tells, to be awaited; suites that use it have a time limit.
final class RecordingEvents: Sendable {
  private let stream: AsyncStream<RecordingProgress>
  let post: @Sendable (RecordingProgress) -> Void

  init() {
    let (stream, continuation) = AsyncStream<RecordingProgress>.makeStream()
    self.stream = stream
    post = { continuation.yield($0) }
  }

  /// The next change.
  func next() async -> RecordingProgress? {
    for await progress in stream { return progress }
    return nil
  }
}
