import Foundation
import FoundationXML
import Testing

@testable import ConformanceReport

/// Each form of a report names the rule, the function, its call, the event, the expectation, the cause, and the command to repeat the test.
@Suite("The account of a failure")
struct FailureAccountTests {
  private static var outcome: TestOutcome {
    var outcome = SampleReport.outcome(
      "hold.effect", .fail, "calls.hold answered HSW_OK, should be HSW_E_STATE", rules: ["HSW-R-087", "HSW-R-088"])
    var account = FailureAccount()
    (account.rule, account.ruleTitle, account.function, account.call) = ("HSW-R-088", "Hold what is held", "hold.set_held", 3)
    (account.phase, account.seen, account.expected) = ("active", "answered HSW_OK", "HSW_E_STATE")
    outcome.account = account
    outcome.cause = FailureCause(rule: "HSW-R-069", test: "action.exactly-once")
    outcome.again = "hookswitch conform 'my x.so' --test hold.effect --seed 7"
    return outcome
  }

  private static var report: ConformanceReport {
    var report = SampleReport.value
    report.outcomes = [outcome, SampleReport.outcomes[0]]
    return report
  }

  @Test("stands in the console's text, the cause first")
  func console() {
    #expect(
      ConsoleText(plugin: "x.so").entry(Self.outcome) == """
        FAIL hold.effect org.example.x
          after HSW-R-069 (action.exactly-once)
          shows: Shows hold.effect
          fail: calls.hold answered HSW_OK, should be HSW_E_STATE
          expected: HSW_E_STATE
          at: hold.set_held, 3rd call, instance active
          rule: HSW-R-088: Hold what is held
          other rules of this test: HSW-R-087
          again: hookswitch conform 'my x.so' --test hold.effect --seed 7
        """)
    #expect(ConsoleText(plugin: "x.so").closing(Self.report).contains("\n1 of the failures comes after another one"))
  }

  @Test("stands in TAP's block")
  func tap() {
    let text = TAPDocument(Self.report).text
    for line in [
      "after: \"HSW-R-069 (action.exactly-once)\"", "rule: \"HSW-R-088\"", "at: \"hold.set_held, 3rd call, instance active\"",
      "seen: \"answered HSW_OK\"", "expected: \"HSW_E_STATE\"", "again: \"hookswitch conform 'my x.so' --test hold.effect --seed 7\"",
    ] { #expect(text.contains("\n  \(line)\n"), "\(line)") }
  }

  @Test("stands in JUnit's failure")
  func junit() throws {
    let root = try #require(XMLTree.read(JUnitDocument(Self.report).text))
    let text = root.children.flatMap(\.children).flatMap(\.children).first { $0.name == "failure" }?.text ?? ""
    #expect(
      text.hasPrefix(
        """
        seed 7
        after HSW-R-069 (action.exactly-once)
        rule HSW-R-088
        at hold.set_held, 3rd call, instance active
        seen: answered HSW_OK
        expected: HSW_E_STATE
        again: hookswitch conform 'my x.so' --test hold.effect --seed 7
        """), "\(text)")
  }

  @Test("stands in JSON, whose failures are a list with causes first")
  func json() throws {
    let value = try #require(try JSONSerialization.jsonObject(with: Data(JSONDocument(Self.report).text.utf8)) as? [String: Any])
    let test = try #require((value["tests"] as? [[String: Any]])?.first)
    let failure = try #require(test["failure"] as? [String: Any])
    #expect(failure["rule"] as? String == "HSW-R-088" && failure["function"] as? String == "hold.set_held")
    #expect(failure["call"] as? Int == 3 && failure["phase"] as? String == "active" && failure["about-function"] as? Bool == true)
    #expect(failure["seen"] as? String == "answered HSW_OK" && failure["expected"] as? String == "HSW_E_STATE")
    #expect((test["after"] as? [String: String]) == ["rule": "HSW-R-069", "test": "action.exactly-once"])
    #expect(test["again"] as? String == Self.outcome.again)
    let failures = try #require(value["failures"] as? [[String: Any]])
    #expect(failures.map { $0["id"] as? String } == ["hold.effect"] && failures[0]["rule"] as? String == "HSW-R-088")
    let docs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs").standardized
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: docs.appendingPathComponent("conform-report.schema.json"))) as? [String: Any])
    #expect(SchemaCheck(root: schema).flaws(of: value, by: schema) == [])
  }

  @Test("stands in Markdown, with the command as code")
  func markdown() {
    let text = MarkdownDocument(Self.report).text
    #expect(text.contains("| `hold.effect` | fail | after HSW-R-069 (action.exactly-once): HSW-R-088: calls.hold answered HSW\\_OK"))
    #expect(text.contains("(at hold.set\\_held, 3rd call, instance active)"))
    #expect(text.contains("\n    hookswitch conform 'my x.so' --test hold.effect --seed 7\n"))
  }

  @Test("names the function before which, or after which, a test failed")
  func place() {
    var account = FailureAccount()
    #expect(account.place == "before the first call into the plugin")
    (account.function, account.isNamed, account.phase) = ("calls.end", false, "draining")
    #expect(account.place == "after calls.end, instance draining")
  }
}

@Suite("The command that repeats a test")
struct RepeatCommandTests {
  @Test(
    "is quoted for a shell",
    arguments: [
      ("plain-1.2_x/y:z=@%+,", "plain-1.2_x/y:z=@%+,"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$HOME", "'$HOME'"),
      ("*.so", "'*.so'"), ("ä", "'ä'"), ("~", "'~'"), ("a\nb", "'a\nb'"),
    ])
  func quoted(_ word: String, _ text: String) { #expect(RepeatCommand.quoted(word) == text) }

  @Test("has variables first, and no option without a value")
  func text() {
    var command = RepeatCommand(["hookswitch", "conform", "a b.so"])
    command.add("--config", nil)
    command.add("--peer-cmd", "far 1 '2'")
    command.variables = [("HSW_TIMEOUT_SCALE", "4.0")]
    #expect(command.text == "HSW_TIMEOUT_SCALE=4.0 hookswitch conform 'a b.so' --peer-cmd 'far 1 '\\''2'\\'''")
  }
}
