internal import CConformance
internal import ConformanceHarness

/// The evidence on a child that has ended.
struct Evidence: Sendable {
  /// The bytes from the result descriptor.
  var results: [UInt8] = []
  /// The guard's report; nil when the guard itself was killed or stopped.
  var report: GuardReport?
  var lastCall: LastCall?
  /// The fault in the kit's own code that ended the child; nil if there was none or it cannot be established.
  var kitFault: KitFault?
  /// The end of what the child wrote to standard output and error.
  var output = ""
  var duration: Duration = .zero
  /// True if another program ran the child, which may itself have failed.
  var isWrapped = false

  /// The place of the last call, as the end of a sentence.
  var place: String { lastCall?.text ?? "before the first call into the plugin" }
}

/// The guard's report on its child, from the child's start to the end of its last descendant.
struct GuardReport: Hashable, Sendable {
  /// The end of a child.
  enum End: Hashable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
  }

  var end: End
  /// The errno with which exec of the program failed, or 0.
  var executionError: Int32 = 0
  var timedOut = false
  /// The signal that stopped the child, which was then killed; 0: none.
  var stoppedBy: Int32 = 0
  /// A signal that the guard received; 0: none.
  var parentSignal: Int32 = 0
  /// The number of processes that were left when the child ended.
  var stragglers = 0
  /// The name of one of those processes.
  var straggler = ""

  init(end: End) { self.end = end }

  /// Reads the guard's report; nil when it is incomplete, because the guard is dead.
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
