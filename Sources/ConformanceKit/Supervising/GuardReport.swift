internal import CConformance

/// What the guard saw of its child, from the child's start to the end of all that it left behind.
struct GuardReport: Hashable, Sendable {
  /// How the child ended.
  enum End: Hashable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
  }

  var end: End
  /// Why the program could not be run: errno, or 0.
  var executionError: Int32 = 0
  var timedOut = false
  /// The signal that stopped the child, which was then killed; 0: none.
  var stoppedBy: Int32 = 0
  /// A signal that somebody sent to the guard; 0: none.
  var parentSignal: Int32 = 0
  /// How many processes were left when the child had ended.
  var stragglers = 0
  /// The name of one of them.
  var straggler = ""

  init(end: End) { self.end = end }

  /// Reads what the guard wrote; nil when it is not whole, because the guard is dead.
  init?(bytes: [UInt8]) {
    guard bytes.count == MemoryLayout<hookswitch_guard_report>.size else { return nil }
    let report = bytes.withUnsafeBytes { $0.loadUnaligned(as: hookswitch_guard_report.self) }
    guard report.magic == HOOKSWITCH_GUARD_MAGIC else { return nil }
    let signal = hookswitch_wait_signal(report.wait_status)
    end = signal == 0 ? .exited(code: hookswitch_wait_code(report.wait_status)) : .killed(signal: signal)
    executionError = report.exec_error
    timedOut = report.timed_out != 0
    stoppedBy = report.stopped_by
    parentSignal = report.parent_signal
    stragglers = Int(report.stragglers)
    straggler = withUnsafeBytes(of: report.straggler) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
