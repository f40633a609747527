import Foundation
import FoundationXML
import Testing

@testable import ConformanceKit
@testable import ConformanceReport

@Suite("Reports")
struct ReportTests {
  @Test("TAP escapes text that looks like a directive, and explains each test that did not simply pass")
  func tap() {
    #expect(
      TAPDocument(SampleReport.value).text == ##"""
        TAP version 14
        1..8
        # /lib/x.so sha256 0123456789abcdef, kit 0.1.0, seed 7
        # waived until 2027-01-31: dtmf.*: the far end's digits are not heard yet \# 12
        ok 1 - load.elf-sane org.example.x
        ok 2 - load.scan-time org.example.x
          ---
          message: "load took 300 ms"
          severity: warning
          status: warn
          seed: 7
          duration_ms: 12
          ...
        not ok 3 - action.answer org.example.x
          ---
          message: "no ACTIVE <& \"done\" [31m"
          severity: fail
          status: fail
          seed: 7
          duration_ms: 12
          rules:
            - "HSW-R-031"
          trace:
            - "> calls.answer #1"
          ...
        not ok 4 - action.end org.example.x
          ---
          message: "SIGSEGV in calls.end (loop), 3rd call"
          severity: fail
          status: crash
          seed: 7
          duration_ms: 12
          output:
            - "assert: x < y"
          ...
        not ok 5 - action.start org.example.x
          ---
          message: "in calls.start (loop), 1st call, ended after 10.0 s"
          severity: fail
          status: timeout
          seed: 7
          duration_ms: 12
          ...
        ok 6 - hold.roundtrip org.example.x # SKIP no extension org.hookswitch.hold \# at all
        not ok 7 - dtmf.all org.example.x # TODO waived until 2027-01-31: the far end's digits are not heard yet \# 12
          ---
          message: "# was dropped"
          severity: fail
          status: fail
          seed: 7
          duration_ms: 12
          ...
        not ok 8 - transfer.blind org.example.x
          ---
          message: "no peer"
          severity: fail
          status: error
          seed: 7
          duration_ms: 12
          ...
        # not yet present: media.formats: the audio extension
        # required, but no test of it ran: mute
        # 2 passed, 3 failed, 2 skipped

        """##)
  }

  @Test("JUnit tells failures from errors, and counts a waived failure as skipped")
  func junit() throws {
    let text = JUnitDocument(SampleReport.value).text
    let root = try #require(XMLTree.read(text))
    #expect(root.name == "testsuites")
    #expect(root.attributes["tests"] == "8" && root.attributes["failures"] == "1" && root.attributes["errors"] == "3")
    #expect(root.attributes["skipped"] == "2" && root.attributes["time"] == "1.234")
    #expect(
      root.children.compactMap { $0.attributes["name"] } == ["load", "action", "hold", "dtmf", "transfer"].map { "org.example.x \($0)" })
    let cases = root.children.flatMap { $0.children.filter { $0.name == "testcase" } }
    #expect(cases.map { $0.children.first?.name } == [nil, nil, "failure", "error", "error", "skipped", "skipped", "error"])
    #expect(cases[2].children.first?.attributes["message"] == "no ACTIVE <& \"done\" [31m")
    #expect(cases[2].children.first?.text == "seed 7\nHSW-R-031\n> calls.answer #1")
    #expect(cases[3].children.last?.name == "system-out" && cases[3].children.last?.text == "assert: x < y\n")
  }

  @Test("JSON has the members that its schema names, and no others")
  func json() throws {
    let docs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs").standardized
    let schema = try object(JSONSerialization.jsonObject(with: Data(contentsOf: docs.appendingPathComponent("conform-report.schema.json"))))
    var report = SampleReport.value
    report.outcomes[0].before = ResourceCount(descriptors: 3, threads: 1)
    report.outcomes[0].after = ResourceCount(descriptors: 3, threads: 1)
    let value = try JSONSerialization.jsonObject(with: Data(JSONDocument(report).text.utf8))
    #expect(SchemaCheck(root: schema).flaws(of: value, by: schema) == [])
    let tests = try #require(object(value)["tests"] as? [[String: Any]])
    #expect(tests.map { $0["status"] as? String } == TestStatusOrder.names)
    #expect(tests[2]["detail"] as? String == "no ACTIVE <& \"done\"\u{1B}[31m")
    #expect(try object(value)["exit-code"] as? Int == 4)
    #expect(SchemaCheck(root: schema).flaws(of: ["schema": 2], by: schema).isEmpty == false)
  }

  private enum TestStatusOrder {
    static let names = ["pass", "warn", "fail", "crash", "timeout", "skip", "fail", "error"]
  }

  private func object(_ value: Any) throws -> [String: Any] { try #require(value as? [String: Any]) }

  @Test("Markdown has a row for each group and each failure, and escapes the plugin's mark-up")
  func markdown() {
    #expect(
      MarkdownDocument(SampleReport.value).text == ##"""
        ## Conformance of org.example.x 1.2.0

        Level `call`: **was not completely tested** (kit 0.1.0, seed 7, sha256 `0123456789abcdef`)

        | Group | | Passed | Warned | Failed | Skipped | Errors |
        |---|---|---|---|---|---|---|
        | load | ✓ | 1 | 1 | 0 | 0 | 0 |
        | action | ✗ | 0 | 0 | 3 | 0 | 0 |
        | hold | – | 0 | 0 | 0 | 1 | 0 |
        | dtmf | – | 0 | 0 | 1 | 0 | 0 |
        | transfer | ! | 0 | 0 | 0 | 0 | 1 |

        | Test | | What happened |
        |---|---|---|
        | `action.answer` | fail | no ACTIVE \<& "done" \[31m |
        | `action.end` | crash | SIGSEGV in calls.end (loop), 3rd call |
        | `action.start` | timeout | in calls.start (loop), 1st call, ended after 10.0 s |
        | `dtmf.all` | fail, waived | \# was dropped |
        | `load.scan-time` | warn | load took 300 ms |
        | `transfer.blind` | error | no peer |

        - Waived until 2027-01-31: `dtmf.*`: the far end's digits are not heard yet \# 12

        Not yet present: `media.formats`.

        **2 passed, 3 failed, 2 skipped**

        """##)
  }

  @Test("The console shows the tests that did not simply pass, the command to repeat each, and the summary in its last line")
  func console() {
    let text = ConsoleText(plugin: "x.so")
    #expect(text.entry(SampleReport.outcomes[0]) == nil)
    #expect(text.entry(SampleReport.outcomes[5]) == nil)
    #expect(
      text.entry(SampleReport.outcomes[2]) == """
        FAIL action.answer org.example.x
          shows: Shows action.answer
          fail: no ACTIVE <& "done" [31m
          rules: HSW-R-031
          last calls:
            > calls.answer #1
          again: hookswitch conform x.so --test action.answer --seed 7
        """)
    #expect(text.entry(SampleReport.outcomes[6])?.hasSuffix("waived until 2027-01-31: the far end's digits are not heard yet # 12") == true)
    #expect(
      text.closing(SampleReport.value) == """
        waived until 2027-01-31: dtmf.*: the far end's digits are not heard yet # 12
        not yet present: media.formats
        required, but no test of it ran: mute
        2 passed, 3 failed, 2 skipped
        """)
  }

  @Test("A trace is one JSON document, with a process for each test")
  func trace() throws {
    let events = Array("{\"ph\":\"X\",\"name\":\"calls.answer\",\"pid\":9,\"ts\":1}\ntorn\n{\"ph\":\"X\",\"name\":\"b\",\"ts\":2}\n".utf8)
    let text = TraceDocument([("action.answer", events), ("action.end", [])]).text
    let value = try object(JSONSerialization.jsonObject(with: Data(text.utf8)))
    let all = try #require(value["traceEvents"] as? [[String: Any]])
    #expect(all.map { $0["pid"] as? Int } == [1, 1, 1, 2])
    #expect(all.map { $0["name"] as? String } == ["process_name", "calls.answer", "b", "process_name"])
  }

  struct Ending: Sendable {
    var statuses: [TestStatus]
    var unmet: [String] = []
    var interrupted = false
    var code: Int32
  }

  @Test(
    "The exit code tells the kinds of ends apart",
    arguments: [
      Ending(statuses: [.pass, .warn, .skip], code: 0), Ending(statuses: [.pass, .fail], code: 1), Ending(statuses: [.crash], code: 1),
      Ending(statuses: [.timeout], code: 1), Ending(statuses: [], code: 3), Ending(statuses: [.skip], code: 3),
      Ending(statuses: [.pass], unmet: ["hold"], code: 3), Ending(statuses: [.fail], unmet: ["hold"], code: 1),
      Ending(statuses: [.pass, .error], code: 4), Ending(statuses: [.fail, .error], code: 4),
      Ending(statuses: [.fail], interrupted: true, code: 5),
    ])
  func exitCode(_ ending: Ending) {
    var report = SampleReport.value
    report.outcomes = ending.statuses.map { SampleReport.outcome("a.b", $0) }
    report.unmetGroups = ending.unmet
    report.wasInterrupted = ending.interrupted
    #expect(report.exitCode == ending.code)
  }

  @Test("A waived failure fails no run, and never counts as passed")
  func waived() {
    var report = SampleReport.value
    report.unmetGroups = []
    report.outcomes = [SampleReport.outcomes[0], SampleReport.outcomes[6]]
    #expect(report.exitCode == 0)
    #expect(report.summary == "1 passed, 0 failed, 1 skipped")
  }
}
