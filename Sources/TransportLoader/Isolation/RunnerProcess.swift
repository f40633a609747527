internal import Locking
internal import RunnerChannel

/// The process of a runner.
final class RunnerProcess: Sendable {
  /// Its number in the system, for people only.
  let pid: Int32
  private let process: ProcessDescriptor
  private let outcome = Locked<ProcessDescriptor.End?>(nil)
  private let deadline = Locked<UInt64?>(nil)
  private let lines = Locked(OutputLines())
  /// Wakes the owner's loop; called on the keeper's thread.
  private let wake: EventDescriptor

  /// The limits that have no effect on it, a sentence each.
  let limitGaps: [String]

  init(pid: Int32, process: ProcessDescriptor, wake: EventDescriptor, limitGaps: [String] = []) {
    self.pid = pid
    self.process = process
    self.wake = wake
    self.limitGaps = limitGaps
  }

  /// The end of the process; nil while it runs.
  var end: ProcessDescriptor.End? { outcome.withLock { $0 } }

  /// True when the process has ended, though the keeper may not have taken its end yet.
  var hasEnded: Bool { end != nil || process.end(reaps: false) != nil }

  /// The lines that it has printed since the last look.
  func takeOutput() -> OutputLines.Taken { lines.withLock { $0.take(at: LoopClock.awake()) } }

  /// The last lines that it has printed, 4 KiB at most.
  var lastOutput: String { lines.withLock { $0.tail } }

  /// The note of its crash; nil without one.
  var crash: CrashNote? { lines.withLock { $0.crash } }

  /// Waits for its end or for a line, at most `milliseconds`.
  func awaitChange(milliseconds: CInt) { wake.wait(milliseconds: milliseconds) }

  /// Has the keeper kill the process if it has not ended by then.
  func end(withinMilliseconds patience: UInt32) {
    deadline.withLock { $0 = LoopClock.awake() + UInt64(patience) * 1_000_000 }
    RunnerKeeper.shared.look()
  }

  /// Kills the process; the keeper then takes its end.
  func kill() { process.kill() }

  // MARK: for the keeper

  var descriptor: CInt { process.descriptor }

  /// The time at which the process must have ended; nil without one.
  var lastTime: UInt64? { deadline.withLock { $0 } }

  /// Takes the end of the process, after everything in its group has been killed.
  func reap() {
    // The dead process is not reaped yet, so its number still is its own.
    RunnerKeeper.endGroup(pid)
    let end = process.end(reaps: true) ?? .unknown
    outcome.withLock { $0 = end }
    wake.signal()
  }

  /// Takes bytes that it has printed.
  func print(_ bytes: [UInt8], at time: UInt64) {
    if lines.withLock({ $0.add(bytes, at: time) }) { wake.signal() }
  }
}
