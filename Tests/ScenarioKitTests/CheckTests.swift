import CallControl
import Testing

@testable import ScenarioKit

@Suite("Every check passes when it holds, and otherwise reports the actual value")
struct CheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var key: String
    var before: String
    var good: String
    var bad: String
    /// The path below the step of the finding, the expected value, and the actual one.
    var path: String
    var expected: String
    var found: String
    var testDescription: String { bad }
  }

  static func flags(_ good: String, _ bad: String, _ expected: String, _ found: String) -> Case {
    Case(
      key: "flags", before: "\(c1Active), \(c2Rings)", good: good, bad: bad, path: bad.contains("c2") ? ".flags.c2" : ".flags.c1",
      expected: expected, found: found)
  }

  static func expect(_ good: String, _ bad: String, _ path: String, _ expected: String, _ found: String) -> Case {
    let before =
      #"\#(c1Active), {"end": "c1"}, \#(c2Rings), {"start": "c3", "provider": "M", "to": "tel:3"}, {"answer": "c2"}, {"incoming": "c4", "provider": "M"}, {"answer": "c4", "choice": "endActive"}"#
    return Case(
      key: "expect", before: before, good: #"{"expect": \#(good)}"#, bad: #"{"expect": \#(bad)}"#, path: ".expect\(path)",
      expected: expected, found: found)
  }

  static let cases: [Case] = [
    Case(
      key: "accepted", before: c1Active, good: #"{"accepted": true}"#, bad: #"{"hold": "c9"}, {"accepted": true}"#, path: ".accepted",
      expected: "accepted", found: "refused unknownCallUUID"),
    Case(
      key: "accepted", before: c2Rings, good: #"{"answer": "c2"}, {"accepted": true}"#, bad: #"{"accepted": true}"#, path: ".accepted",
      expected: "accepted", found: "no request yet"),
    Case(
      key: "refused", before: c2Rings, good: #"{"hold": "c9"}, {"refused": "unknownCallUUID"}"#, bad: #"{"refused": "unknownCallUUID"}"#,
      path: ".refused", expected: "refused unknownCallUUID", found: "incoming c2 was not refused"),
    Case(
      key: "refused", before: #"{"hold": "c9"}, \#(c2Rings), {"incoming": "c3", "provider": "V"}"#,
      good: #"{"refused": "maximumRingingCallsReached"}"#, bad: #"{"refused": "unknownCallUUID"}"#, path: ".refused",
      expected: "refused unknownCallUUID", found: "incoming c3 refused maximumRingingCallsReached"),
    Case(
      key: "failed", before: #"\#(c1Active), {"behave": "M", "on": {"setHeld": "fail"}}, {"hold": "c1"}"#,
      good: #"{"accepted": true}, {"failed": "actionFailed"}"#, bad: #"{"failed": "timedOut"}"#, path: ".failed",
      expected: "failed timedOut", found: "failed actionFailed"),
    Case(
      key: "failed", before: #"\#(c1Active), {"behave": "M", "on": {"setHeld": "silent"}}, {"hold": "c1"}"#,
      good: #"{"advance": 15}, {"failed": "timedOut"}"#, bad: #"{"failed": "timedOut"}"#, path: ".failed", expected: "failed timedOut",
      found: "accepted, and not completed yet"),
    Case(
      key: "failed", before: c1Active, good: #"{"accepted": true}"#, bad: #"{"failed": "timedOut"}"#, path: ".failed",
      expected: "failed timedOut", found: "done"),
    expect(#"{"c1": "ended", "c4": "active"}"#, #"{"c4": "held"}"#, ".c4", "held", "active"),
    expect(#"{"c1": "ended(localEnded)"}"#, #"{"c1": "ended(failed)"}"#, ".c1", "ended(failed)", "ended(localEnded, user)"),
    expect(#"{"c1": "ended(user)"}"#, #"{"c1": "ended(declined)"}"#, ".c1", "ended(declined)", "ended(localEnded, user)"),
    expect(
      #"{"c2": "ended(localEnded, madeRoom)"}"#, #"{"c2": "ended(localEnded, madeRoom c3)"}"#, ".c2", "ended(localEnded, madeRoom c3)",
      "ended(localEnded, madeRoom c4)"),
    expect(#"{"c2": "ended(localEnded, madeRoom c4)"}"#, #"{"c2": "absent"}"#, ".c2", "absent", "ended(localEnded, madeRoom c4)"),
    expect(#"{"c3": "absent", "c9": "absent"}"#, #"{"c3": "ended"}"#, ".c3", "ended", "absent"),
    flags(#"{"flags": {"c1": []}}"#, #"{"flags": {"c1": ["muted"]}}"#, "[muted]", "[]"),
    flags(#"{"flags": {"c2": ["waiting"]}}"#, #"{"flags": {"c2": ["silenced", "muted"]}}"#, "[muted, silenced]", "[waiting]"),
    Case(
      key: "details",
      before: #"{"advance": 2.5}, \#(c1Active), {"incoming": "c2", "provider": "V", "from": "sip:bob@example.org", "name": "Bob"}"#,
      good:
        #"{"details": {"c1": {"handle": "tel:+12025550101", "name": "", "groupStart": 2.5}, "c2": {"handle": "sip:bob@example.org", "name": "Bob"}}}"#,
      bad: #"{"details": {"c1": {"groupStart": 2}}}"#, path: ".details.c1.groupStart", expected: "2 s", found: "2.5 s"),
    Case(
      key: "details", before: #"{"incoming": "c2", "provider": "V"}"#, good: #"{"details": {"c2": {"handle": ""}}}"#,
      bad: #"{"details": {"c2": {"handle": "tel:1"}}}"#, path: ".details.c2.handle", expected: "tel:1", found: "no handle"),
    Case(
      key: "details", before: c2Rings, good: #"{"details": {"c2": {"name": ""}}}"#, bad: #"{"details": {"c2": {"name": "Bob"}}}"#,
      path: ".details.c2.name", expected: "Bob", found: "no name"),
    Case(
      key: "choices", before: #"\#(c1Active), {"report": "updated", "call": "c1", "supportsHolding": false}, \#(c2Rings)"#,
      good: #"{"choices": {"c2": {"automatic": true, "holdActive": "cannotHold"}}}"#, bad: #"{"choices": {"c2": {"holdActive": true}}}"#,
      path: ".choices.c2.holdActive", expected: "true", found: "cannotHold"),
    Case(
      key: "choices", before: c1Active, good: #"{"accepted": true}"#, bad: #"{"choices": {"c1": {"automatic": true}}}"#,
      path: ".choices.c1.automatic", expected: "true", found: "not published"),
    Case(
      key: "groups", before: StepKindTests.two, good: #"{"groups": [["c2"], ["c1"]]}"#, bad: #"{"groups": [["c1", "c2"]]}"#,
      path: ".groups",
      expected: "[[c1, c2]]", found: "[[c1], [c2]]"),
    Case(
      key: "groups", before: #"\#(StepKindTests.two), {"merge": ["c1", "c2"]}"#, good: #"{"groups": [["c2", "c1"]]}"#,
      bad: #"{"groups": [["c1", "c2"]], "line": "desk"}"#, path: ".groups", expected: "[[c1, c2]]", found: "[]"),
    Case(
      key: "order", before: c1Active, good: #"{"order": ["M < start c1", "c1 *", "done start", "audio + M", "c1 active"]}"#,
      bad: #"{"order": ["c1 active", "c1 dialing"]}"#, path: ".order[1]", expected: "c1 dialing after c1 active", found: "only before that"),
    Case(
      key: "order", before: c1Active, good: #"{"order": []}"#, bad: #"{"order": ["c2"]}"#, path: ".order[0]", expected: "c2",
      found: "no such entry"),
    Case(
      key: "never", before: c1Active, good: #"{"never": ["c1 held", "V"]}"#, bad: #"{"never": ["V", "* start c1"]}"#, path: ".never[1]",
      expected: "never * start c1", found: "accepted start c1, at 0 s"),
    Case(
      key: "count", before: c1Active, good: #"{"count": {"c1 *": 3, "* * start c1": 1, "c1 active": 1, "c1 held": 0}}"#,
      bad: #"{"count": {"c1": 2}}"#, path: #".count.c1"#, expected: "2 times", found: "3 times"),
  ]

  @Test("A check passes when it holds; otherwise the first failure ends the story with its finding", arguments: cases)
  func looks(_ test: Case) throws {
    _ = try Story("\(test.before), \(test.good)").journal()
    let failure = try #require(try Story("\(test.before), \(test.bad), {\"accepted\": true}").run().failure)
    let finding = try #require(failure.findings.first)
    #expect(finding.path == "steps[\(failure.step)]" + test.path)
    #expect(finding.expected == test.expected)
    #expect(finding.found == test.found)
  }

  @Test("A check reports all its findings, not only the first")
  func tellsAll() throws {
    let failure = try #require(try Story(#"\#(c1Active), {"expect": {"c1": "held", "c2": "ringing", "c3": "absent"}}"#).run().failure)
    #expect(failure.findings.map(\.path) == ["steps[2].expect.c1", "steps[2].expect.c2"])
  }
}
