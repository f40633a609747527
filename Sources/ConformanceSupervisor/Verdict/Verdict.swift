internal import ConformanceHarness
internal import ConformanceReport
internal import ConformanceRules

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The judgement on evidence: a status, and a sentence that names the place.
///
/// A pass needs a whole record with the right nonce, from a child that then ended normally.
struct Verdict: Hashable, Sendable {
  var status: TestStatus
  /// Empty for a pass.
  var detail = ""
  /// The record that counted, if any.
  var record: TestRecord?
  /// True if the kit's own code failed.
  var isFaultOfKit = false
  /// The last plugin function of a test in its own process.
  var lastCall: LastCall?

  /// Judges a child that ran a test with that requirement.
  static func judge(_ evidence: Evidence, nonce: String, requirement: Requirement) -> Verdict {
    var verdict = weigh(evidence, nonce, requirement)
    verdict.lastCall = evidence.lastCall
    return verdict
  }

  private static func weigh(_ evidence: Evidence, _ nonce: String, _ requirement: Requirement) -> Verdict {
    guard let report = evidence.report else {
      return Verdict(status: .crash, detail: "the process that watches the test was killed or stopped \(evidence.place)")
    }
    if let early = report.untimelyEnd(evidence) { return early }
    let lines = evidence.results.split(separator: UInt8(ascii: "\n"))
    let records = lines.compactMap { TestRecord(line: $0) }.filter { $0.nonce == nonce }
    guard let record = records.first else {
      let forged = lines.isEmpty ? "" : ", having written to a descriptor that is not the plugin's,"
      return Verdict(status: .crash, detail: "exited early (code 0)\(forged) \(evidence.place)")
    }
    guard lines.count == 1 else {
      return Verdict(status: .crash, detail: "wrote to the test's result descriptor, which is not the plugin's, \(evidence.place)")
    }
    return Verdict(record, report, requirement)
  }

  private init(_ record: TestRecord, _ report: GuardReport, _ requirement: Requirement) {
    let broken: TestStatus = requirement == .should ? .warn : .fail
    switch record.ending {
    case .passed where report.stragglers > 0:
      let count = report.stragglers == 1 ? "a process" : "\(report.stragglers) processes"
      self.init(status: .fail, detail: "left \(count) behind (\(report.straggler))")
    case .passed: self.init(status: requirement == .should && !record.warnings.isEmpty ? .warn : .pass)
    case .failed(let sentence): self.init(status: broken, detail: sentence)
    case .crashed(let sentence): self.init(status: .crash, detail: sentence)
    case .skipped(let reason): self.init(status: .skip, detail: reason)
    case .unable(let sentence): self.init(status: .error, detail: sentence)
    }
    if status == .warn, detail.isEmpty { detail = record.warnings.joined(separator: "; ") }
    self.record = record
  }

  init(status: TestStatus, detail: String = "") {
    self.status = status
    self.detail = detail
  }

  /// Judges a test that ran in the supervisor's own process.
  static func judge(_ record: TestRecord, requirement: Requirement) -> Verdict {
    Verdict(record, GuardReport(end: .exited(code: 0)), requirement)
  }
}

extension GuardReport {
  /// The verdict on a child that did not end normally; nil for one that did.
  fileprivate func untimelyEnd(_ evidence: Evidence) -> Verdict? {
    if executionError != 0 {
      return Verdict(status: .error, detail: "the test's process cannot be started: \(String(cString: strerror(executionError)))")
    }
    if stoppedBy != 0 { return Verdict(status: .crash, detail: "stopped by \(SignalName.of(stoppedBy)) \(evidence.place)") }
    if timedOut { return Verdict(status: .timeout, detail: "\(evidence.place), ended after \(SecondsText.of(evidence.duration))") }
    if parentSignal != 0 {
      return Verdict(status: .crash, detail: "sent \(SignalName.of(parentSignal)) to its parent process \(evidence.place)")
    }
    switch end {
    case .killed(let signal) where evidence.kitFault?.signal == signal:
      let place = evidence.kitFault?.address ?? ""
      var verdict = Verdict(
        status: .error,
        detail: """
          \(SignalName.of(signal)) in the kit's own code (hookswitch+\(place)) \(evidence.place): this is a fault of the kit and not of \
          the plugin; please report it with the seed
          """)
      verdict.isFaultOfKit = true
      return verdict
    case .killed(SIGSYS):
      return Verdict(
        status: .crash, detail: "signalled or traced a process that is not the plugin's, which ended it (SIGSYS), \(evidence.place)")
    case .killed(let signal): return Verdict(status: .crash, detail: "\(SignalName.of(signal)) \(evidence.place)")
    case .exited(code: 0): return nil
    case .exited(ConformanceChild.muteExitCode):
      return Verdict(status: .crash, detail: "the test's result descriptor was closed, which is not the plugin's, \(evidence.place)")
    case .exited(let code) where evidence.lastCall == nil && (code == ConformanceChild.lostExitCode || evidence.isWrapped):
      let words = evidence.output.split(separator: "\n").last.map { ": \($0)" } ?? ""
      return Verdict(status: .error, detail: "the test's process ended (code \(code)) before it called the plugin\(words)")
    case .exited(let code):
      let when = evidence.results.isEmpty ? "exited early" : "exited after its result"
      return Verdict(status: .crash, detail: "\(when) (code \(code)) \(evidence.place)")
    }
  }
}

extension TestOutcome {
  /// Creates the outcome of a planned test from its verdict.
  init(_ planned: PlannedTest, _ verdict: Verdict, output: String, duration: Duration, _ settings: ConformanceSettings) {
    self.init(
      id: planned.test.id, transport: planned.descriptor, repetition: planned.repetition, status: verdict.status, detail: verdict.detail,
      warnings: verdict.record?.warnings ?? [], title: planned.test.title,
      rules: TransportRules.rules(shownBy: planned.test.id).map(\.id), seed: planned.seed,
      milliseconds: duration.milliseconds, transcript: verdict.record?.transcript ?? [], output: output, before: verdict.record?.before,
      after: verdict.record?.after, waiver: verdict.status.isFailure ? settings.waivers.first { $0.covers(planned.test.id) } : nil,
      isFaultOfKit: verdict.isFaultOfKit)
    let home = settings.place(of: planned.test)
    (ranApart, ranBeside) = (home == .process, home == .apart)
    account = FailureAccount(verdict, of: planned.test)
    again = settings.plugin.path.isEmpty ? "" : settings.repeatCommand(of: planned).text
    place = planned.place
  }
}

/// The names of Linux's signals, by number, as `kill -l` has them.
package enum SignalName {
  private static let names = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT",
    "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
  ]

  /// Returns the name of a signal: `SIGSEGV`.
  package static func of(_ number: Int32) -> String {
    let index = Int(number) - 1
    return names.indices.contains(index) ? "SIG\(names[index])" : "signal \(number)"
  }
}

/// Formats durations.
package enum SecondsText {
  /// Returns seconds with one decimal digit: `10.5 s`.
  package static func of(_ duration: Duration) -> String {
    let tenths = duration.milliseconds / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

extension Duration {
  /// Whole milliseconds.
  package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
