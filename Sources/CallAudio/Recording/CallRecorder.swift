public import CallMixing
internal import Locking

/// Writes recordings to WAV files on its own thread.
///
/// The left channel is the audio sent, the right channel the far end. A file gets its name once it has a header, and the header is updated
/// with every write, each tenth of a second: after a kill at any moment the file is a complete WAV file. A failed recording never affects
/// the call.
public final class CallRecorder: Sendable {
  private struct Desk: Sendable {
    var jobs: [RecordingJob] = []
    var thread: WorkThread?
    var isClosed = false
  }

  private let desk = Locked(Desk())

  /// Creates a recorder; its thread starts with the first recording.
  public init() {}

  deinit { close() }

  /// Starts writing the frames of `tap` to a new file at `path`.
  ///
  /// `events` receives every change of state on the writer's thread and must return soon. Once the state `isOver`, the recorder no longer
  /// touches the tap, which may be released.
  ///
  /// - Throws: `exists`, `noFolder`, `notPermitted`, `diskFull`, `failed`; `exhausted` when the system provides no thread, and after
  ///   `close`.
  public func record(
    _ tap: RecordingTap, to path: String, events: @escaping @Sendable (RecordingProgress) -> Void = { _ in }
  ) throws(RecordingError) -> CallRecording {
    try record(tap.ring, to: path, events: events)
  }

  /// Ends all recordings and waits until their files are complete.
  ///
  /// Do not call it from `events`.
  public func close() {
    let (thread, jobs) = desk.withLock { desk in
      defer {
        desk.thread = nil
        desk.isClosed = true
      }
      return (desk.thread, desk.jobs)
    }
    for job in jobs { job.recording.stop() }
    thread?.stop()
    // The thread has ended, so finish here any job that it did not reach.
    work()
  }

  /// Starts recording from any ring of two channels.
  func record(
    _ ring: AudioRing, to path: String, events: @escaping @Sendable (RecordingProgress) -> Void
  ) throws(RecordingError) -> CallRecording {
    guard hire() else {
      throw RecordingError(.exhausted, path, "The system cannot start a writing thread: end some processes, or raise the system's limits.")
    }
    let writer: WaveWriter
    do {
      writer = try WaveWriter(path, rate: ring.rate.hertz, channels: 2, replacing: false)
    } catch {
      throw RecordingError(error, path)
    }
    let recording = CallRecording(path: path, rate: ring.rate, wake: { [weak self] in self?.wake() }, events: events)
    add(RecordingJob(recording, ring, writer))
    return recording
  }

  private func hire() -> Bool {
    desk.withLock { desk in
      guard !desk.isClosed else { return false }
      desk.thread = desk.thread ?? WorkThread("audio-writer") { [weak self] in self?.work() ?? -1 }
      return desk.thread != nil
    }
  }

  private func add(_ job: RecordingJob) {
    let isClosed = desk.withLock { desk in
      if !desk.isClosed { desk.jobs.append(job) }
      return desk.isClosed
    }
    // The recorder was closed meanwhile: complete the file here.
    if isClosed {
      job.recording.stop()
      _ = job.turn()
    }
    wake()
  }

  private func wake() { desk.withLock { $0.thread }?.wake() }

  /// Runs one turn of the writer and returns the milliseconds until the next.
  @discardableResult
  private func work() -> Int32 {
    let jobs = desk.withLock { $0.jobs }
    let over = jobs.filter { !$0.turn() }
    let isIdle = desk.withLock { desk in
      desk.jobs.removeAll { job in over.contains { $0 === job } }
      return desk.jobs.isEmpty
    }
    return isIdle ? -1 : 100
  }
}
