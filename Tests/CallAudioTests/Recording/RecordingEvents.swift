import Testing

@testable import CallAudio

/// Collects a recording's reports for `await`; suites that use it have a time limit.
final class RecordingEvents: Sendable {
  private let stream: AsyncStream<RecordingProgress>
  let post: @Sendable (RecordingProgress) -> Void

  init() {
    let (stream, continuation) = AsyncStream<RecordingProgress>.makeStream()
    self.stream = stream
    post = { continuation.yield($0) }
  }

  func next() async -> RecordingProgress? {
    for await progress in stream { return progress }
    return nil
  }
}
