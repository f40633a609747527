import Foundation
import Testing

@testable import ConformanceDirectory
@testable import ConformanceHarness
@testable import ConformanceKit
@testable import ConformanceReport
@testable import ConformanceSupervisor

/// Each row reports the rule, the function, the call, the event and the expectation, in whatever way it fails.
///
/// `make mutants` looks at the same of real failures.
@Suite("The failures of all rows")
struct FailureRowTests {
  /// The ways in which a row fails, with the last call of the test's process.
  enum Way: String, CaseIterable {
    case sentence, site, straggler, crash, crashBeforeCall, timeOut, warning
  }

  private static func verdict(_ way: Way) -> Verdict {
    var record = TestRecord(nonce: "1", ending: .failed("it is loud"))
    var verdict = Verdict(status: .fail, detail: "it is loud")
    verdict.record = record
    let last = LastCall(function: "calls.end", thread: .loop, ordinal: 2, isUnderWay: true, sequence: 2, phase: .active)
    switch way {
    case .sentence: break
    case .site:
      record.site = FailureSite(function: "calls.end", isNamed: false, call: 2, phase: "active", seen: "it is loud")
      verdict.record = record
    case .straggler:
      record.ending = .passed
      (verdict.record, verdict.detail, verdict.lastCall) = (record, "left a process behind (child)", last)
    case .crash: verdict = Verdict(status: .crash, detail: "SIGSEGV in calls.end (loop), 2nd call")
    case .crashBeforeCall: verdict = Verdict(status: .crash, detail: "SIGABRT before the first call into the plugin")
    case .timeOut: verdict = Verdict(status: .timeout, detail: "in calls.end (loop), 2nd call, ended after 10.0 s")
    case .warning: verdict.status = .warn
    }
    if way == .crash || way == .timeOut { verdict.lastCall = last }
    return verdict
  }

  private static func settings() -> ConformanceSettings {
    var settings = ConformanceSettings(seed: 1)
    settings.plugin = ("x.so", 1)
    return settings
  }

  @Test("have all members, of every way to fail", arguments: Way.allCases)
  func transports(_ way: Way) throws {
    let outcomes = Catalogue.tests.map { test in
      TestOutcome(
        PlannedTest(test: test, descriptor: "org.example.x", repetition: 1, seed: 1), Self.verdict(way), output: "", duration: .zero,
        Self.settings())
    }
    #expect(outcomes.count > 200)
    try Self.expectWhole(outcomes)
  }

  @Test("have all members, also those of call directories", arguments: [true, false])
  func directories(_ isPlugin: Bool) throws {
    let outcomes = Catalogue.directoryTests.map { test in
      var outcome = SampleReport.outcome(test.id, .fail, "it is loud")
      outcome.account = FailureAccount(DirectoryFault(sentence: "it is loud"), of: test, isPlugin: isPlugin, requests: 0)
      outcome.again = "hookswitch conform --directory x.so --test \(test.id)"
      return outcome
    }
    try Self.expectWhole(outcomes)
  }

  /// Expects that the report in JSON has every member of each failure, and that it fits its schema.
  private static func expectWhole(_ outcomes: [TestOutcome]) throws {
    var report = SampleReport.value
    report.outcomes = FailureCauses.marked(outcomes)
    let value = try #require(try JSONSerialization.jsonObject(with: Data(JSONDocument(report).text.utf8)) as? [String: Any])
    let tests = try #require(value["tests"] as? [[String: Any]])
    #expect(tests.count == outcomes.count)
    for test in tests {
      let (id, failure) = (test["id"] as? String ?? "", test["failure"] as? [String: Any] ?? [:])
      for member in ["rule", "function", "seen", "expected", "place"] {
        #expect((failure[member] as? String)?.isEmpty == false, "\(id) has no \(member)")
      }
      let call = try #require(failure["call"] as? Int, "\(id) has no call")
      #expect(call > 0 || failure["about-function"] as? Bool == true, "\(id): the last call has no number")
      #expect((test["again"] as? String)?.contains("--test \(id)") == true, "\(id) has no command")
    }
    let docs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs").standardized
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: docs.appendingPathComponent("conform-report.schema.json"))) as? [String: Any])
    #expect(SchemaCheck(root: schema).flaws(of: value, by: schema) == [])
  }
}
