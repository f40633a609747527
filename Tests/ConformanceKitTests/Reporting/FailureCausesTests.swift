import Testing

@testable import ConformanceReport

@Suite("Causes of failures")
struct FailureCausesTests {
  /// A failure in a row, with what the kit knows about it.
  private static func failure(
    _ id: String, at place: Int, _ detail: String = "calls.hold was refused", rule: String = "HSW-R-001", function: String = "calls.hold",
    breach: String = "", obstacle: Bool = false, noted: [String] = [], status: TestStatus = .fail, transport: String = "a", round: Int = 1
  ) -> TestOutcome {
    var outcome = TestOutcome(
      id: id, transport: transport, repetition: round, status: status, detail: detail, warnings: [], title: "Shows \(id)", rules: [rule],
      seed: 7, milliseconds: 1, transcript: [], output: "")
    var account = FailureAccount()
    (account.function, account.breach, account.isObstacle, account.rule) = (function, breach, obstacle, rule)
    account.noted = noted.map { FailureAccount.Breach(kind: $0, function: function) }
    outcome.account = account
    outcome.place = place
    return outcome
  }

  private func causes(_ outcomes: [TestOutcome]) -> [String?] { FailureCauses.marked(outcomes).map(\.cause?.text) }

  @Test("the first test that finds a rule of the ledger broken by a function explains the later ones")
  func breach() {
    let outcomes = [
      Self.failure("action.many", at: 5, "action_done came for call 0x2", breach: "secondWord"),
      Self.failure("action.once", at: 2, "action_done came for call 0x9", rule: "HSW-R-069", breach: "secondWord"),
      Self.failure("action.end", at: 3, breach: "endedTwice"),
      Self.failure("action.other", at: 6, function: "calls.end", breach: "secondWord"),
    ]
    #expect(causes(outcomes) == ["HSW-R-069 (action.once)", nil, nil, nil])
  }

  @Test("a breach that was noted meanwhile explains a failure that no test's sentence explains, wherever its test stands")
  func noted() {
    let outcomes = [
      Self.failure("dtmf.all", at: 1, "the far end heard 12", noted: ["thread"]),
      Self.failure("thread.tags", at: 9, rule: "HSW-R-034", breach: "thread"),
      Self.failure("hold.roundtrip", at: 2, "the far end sees nothing", noted: ["time"]),
    ]
    #expect(causes(outcomes) == ["HSW-R-034 (thread.tags)", nil, nil])
  }

  @Test("a failure in a step that many tests share comes after the first in the same function")
  func obstacle() {
    let outcomes = [
      Self.failure("life.create", at: 1, "entry.create answered HSW_E_FAIL", function: "entry.create", obstacle: true),
      Self.failure("action.start", at: 2, "entry.create answered HSW_E_NOMEM", function: "entry.create", obstacle: true),
      Self.failure("action.end", at: 3, "calls.end was refused", function: "calls.end"),
    ]
    #expect(causes(outcomes) == [nil, "HSW-R-001 (life.create)", nil])
  }

  @Test("crashes and time-outs share a cause when function and signal are the same")
  func crashes() {
    let outcomes = [
      Self.failure("a.one", at: 1, "SIGSEGV in calls.hold (loop), 1st call", status: .crash),
      Self.failure("a.two", at: 2, "SIGSEGV in calls.hold (loop), 3rd call", status: .crash),
      Self.failure("a.three", at: 3, "SIGABRT in calls.hold (loop), 3rd call", status: .crash),
      Self.failure("a.four", at: 4, "in calls.hold (loop), ended after 10.0 s", status: .timeout),
      Self.failure("a.five", at: 5, "in calls.hold (loop), ended after 12.0 s", status: .timeout),
    ]
    #expect(causes(outcomes) == [nil, "HSW-R-001 (a.one)", nil, nil, "HSW-R-001 (a.four)"])
  }

  @Test("sentences that differ in numbers alone share a cause, each transport and each round for itself")
  func sentences() {
    let outcomes = [
      Self.failure("a.one", at: 1, "call 0x1f is held after 10.0 seconds"),
      Self.failure("a.two", at: 2, "call 0x2 is held after 3.5 seconds"),
      Self.failure("a.three", at: 3, "call 0x2 is active after 3.5 seconds"),
      Self.failure("a.two", at: 2, "call 0x3 is held after 3.5 seconds", transport: "b"),
      Self.failure("a.two", at: 2, "call 0x4 is held after 3.5 seconds", round: 2),
    ]
    #expect(causes(outcomes) == [nil, "HSW-R-001 (a.one)", nil, nil, nil])
  }

  @Test("a random search explains no test, and comes after each that finds the same")
  func searches() {
    let outcomes = [
      Self.failure("fuzz.sequence", at: 1, breach: "secondWord"),
      Self.failure("action.once", at: 2, rule: "HSW-R-069", breach: "secondWord"),
      Self.failure("dtmf.all", at: 3, "the far end heard 12", noted: ["time"]), Self.failure("fuzz.config", at: 4, breach: "time"),
    ]
    #expect(causes(outcomes) == ["HSW-R-069 (action.once)", nil, nil, nil])
  }

  @Test("a test that passed, warned or was skipped has no cause")
  func others() {
    let outcomes = [TestStatus.pass, .warn, .skip, .error].map { Self.failure("a.b", at: 1, status: $0) }
    #expect(causes(outcomes) == [nil, nil, nil, nil])
  }

  @Test("causes stand first in a report, in the order of dependency, and the outcomes keep the order of the plan")
  func order() {
    var report = SampleReport.value
    let outcomes = [
      Self.failure("fuzz.sequence", at: 0, breach: "time"), Self.failure("action.many", at: 5, breach: "secondWord"),
      Self.failure("action.warns", at: 6, status: .warn), Self.failure("action.once", at: 2, breach: "secondWord"),
      Self.failure("load.x", at: 1, "dlopen failed"), Self.failure("load.y", at: 3, status: .pass),
    ]
    report.outcomes = FailureCauses.marked(outcomes)
    #expect(report.outcomes.map(\.id) == outcomes.map(\.id))
    #expect(report.notable.map(\.id) == ["load.x", "action.once", "fuzz.sequence", "action.many", "action.warns"])
  }
}
