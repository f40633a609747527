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

  init(pid: Int32, process: ProcessDescriptor, wake: EventDescriptor) {
    self.pid = pid
    self.process = process
    self.wake = wake
  }

  /// The end of the process; nil while it runs.
  var end: ProcessDescriptor.End? { outcome.withLock { $0 } }

  /// The lines that it has printed since the last look.
  func takeOutput() -> OutputLines.Taken { lines.withLock { $0.take() } }

  /// Waits for its end or for a line, at most `milliseconds`.
  func awaitChange(milliseconds: CInt) { wake.wait(milliseconds: milliseconds) }

  /// Has the keeper kill the process if it has not ended by then.
  func end(withinMilliseconds patience: UInt32) {
    deadline.withLock { $0 = LoopClock.now() + UInt64(patience) * 1_000_000 }
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

/// The printed lines of a runner that nobody has taken yet, within their limits: 100 lines a second, 4 KiB a line.
///
/// A pure value.
struct OutputLines: Hashable, Sendable {
  /// The lines since the last look, and the number of those dropped.
  struct Taken: Hashable, Sendable {
    var lines: [String] = []
    var dropped = 0
  }

  private static let limits = (lines: 100, bytes: 4096, second: UInt64(1_000_000_000))

  private var line: [UInt8] = []
  private var taken = Taken()
  private var second: UInt64 = 0
  private var inSecond = 0

  init() {}

  /// Adds bytes; true when there is a new line.
  mutating func add(_ bytes: [UInt8], at time: UInt64) -> Bool {
    let before = taken.lines.count
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        finish(at: time)
      } else if line.count < Self.limits.bytes {
        line.append(byte)
      }
    }
    return taken.lines.count > before
  }

  /// Returns the lines, and begins anew.
  mutating func take() -> Taken {
    defer { taken = Taken() }
    return taken
  }

  private mutating func finish(at time: UInt64) {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return }
    if time - second >= Self.limits.second { (second, inSecond) = (time, 0) }
    inSecond += 1
    guard inSecond <= Self.limits.lines, taken.lines.count < Self.limits.lines else {
      taken.dropped += 1
      return
    }
    taken.lines.append(TerminalText.line(String(decoding: line, as: UTF8.self)))
  }
}
