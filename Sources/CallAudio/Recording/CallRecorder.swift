public import CallMixing
internal import Locking

/// Writes recordings to WAV files, on a thread of its own.
///
/// Left is what we say, right the far end. A file gets its name when it has a header, and its header is brought up to date with all that is written,
/// every tenth of a second: whenever the process is killed, what lies there is a whole WAV file. Whatever becomes of a recording, the call does not notice.
public final class CallRecorder: Sendable {
  private struct Desk: Sendable {
    var jobs: [RecordingJob] = []
    var thread: WorkThread?
    var isClosed = false
  }

  private let desk = Locked(Desk())

  /// A recorder that records nothing yet; its thread comes with the first recording.
  public init() {}

  deinit { close() }

  /// Begins to write what is put into `tap` to a new file at `path`.
  ///
  /// `events` is told every change of the state, on the writer's thread; it must return soon. Once the state `isOver` the tap is not touched any more, and
  /// may be released.
  ///
  /// - Throws: `exists`, `noFolder`, `notPermitted`, `diskFull`, `failed`; `exhausted` when the system gives no thread, and after `close`.
  public func record(
    _ tap: RecordingTap, to path: String, events: @escaping @Sendable (RecordingProgress) -> Void = { _ in }
  ) throws(RecordingError) -> CallRecording {
    try record(tap.ring, to: path, events: events)
  }

  /// Ends all recordings, and waits until their files are finished; never from `events`.
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
    // Whatever the thread did not come to: it is over, and nobody else works now.
    work()
  }

  /// The same, from any ring of two channels.
  func record(
    _ ring: AudioRing, to path: String, events: @escaping @Sendable (RecordingProgress) -> Void
  ) throws(RecordingError) -> CallRecording {
    guard hire() else {
      throw RecordingError(.exhausted, path, "There is no thread to write with: end some processes, or raise the system's limits.")
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
    // Closed meanwhile: the file is there, and is finished here and now.
    if isClosed {
      job.recording.stop()
      _ = job.turn()
    }
    wake()
  }

  private func wake() { desk.withLock { $0.thread }?.wake() }

  /// One turn of the writer: how many milliseconds there are until the next.
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
