internal import CallMixing

/// The writer's work on one recording.
///
/// `@unchecked Sendable`: after creation only the writer uses it, except `recording`, which any thread may use.
final class RecordingJob: @unchecked Sendable {
  let recording: CallRecording
  private let ring: AudioRing
  private var writer: WaveWriter?
  private var frame: [Int16]
  private var batch: [Int16] = []
  private var filled = 0
  /// The time of the last frame; nil when the gap before the next frame must not be filled.
  private var last: UInt64?

  /// Gaps are filled with 1 s of silence at a time.
  private static let framesAtOnce = 50
  private static let frameNanoseconds: UInt64 = 20_000_000

  init(_ recording: CallRecording, _ ring: AudioRing, _ writer: WaveWriter) {
    self.recording = recording
    self.ring = ring
    self.writer = writer
    frame = [Int16](repeating: 0, count: ring.samplesPerSlot)
  }

  /// Writes the frames that have arrived; false when the recording is over.
  func turn() -> Bool {
    let wish = recording.wish
    if !wish.isStopped { recording.change(to: wish.isPaused ? .paused : .recording) }
    do {
      try wish.isPaused ? leaveOut() : take()
    } catch {
      return end(.failed(RecordingError(error, recording.path)))
    }
    return wish.isStopped ? end(.stopped) : true
  }

  private func end(_ state: RecordingState) -> Bool {
    writer = nil
    recording.change(to: state)
    return false
  }

  private func leaveOut() {
    while ring.count > 0, next() != nil {}
    last = nil
  }

  private func take() throws(WaveFailure) {
    // The limit is one ring's content, even if the engine keeps adding frames.
    for _ in 0..<RecordingTap.slots where ring.count > 0 {
      guard let taken = next() else { break }
      try fillHole(before: taken.time)
      last = taken.time
      batch += frame
    }
    try write()
  }

  private func next() -> TakenFrame? { frame.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { ring.take(into: $0) } } }

  private func fillHole(before time: UInt64) throws(WaveFailure) {
    guard let last, time > last + Self.frameNanoseconds * 3 / 2 else { return }
    var missing = Int((time - last + Self.frameNanoseconds / 2) / Self.frameNanoseconds) - 1
    while missing > 0 {
      let count = min(missing, Self.framesAtOnce)
      batch += repeatElement(0, count: count * frame.count)
      filled += count * frame.count / 2
      missing -= count
      if batch.count >= Self.framesAtOnce * frame.count { try write() }
    }
  }

  private func write() throws(WaveFailure) {
    guard !batch.isEmpty, let writer else { return }
    try writer.write(batch)
    recording.wrote(batch.count / 2, filled: filled)
    batch.removeAll(keepingCapacity: true)
    filled = 0
  }
}
