import ScenarioKit
import Testing

@Suite("Results are TAP 14")
struct TAPReportTests {
  private func result(_ json: String) throws -> ScenarioResult {
    ScenarioRunner().run(try ScenarioFile.read(Array(json.utf8), named: "a \"b\".json"))
  }

  @Test("The head has the version and the plan")
  func head() {
    #expect(TAPReport().head(3) == "TAP version 14\n1..3")
  }

  @Test("A scenario that passes is one line with its title and its rules")
  func passes() throws {
    #expect(try TAPReport().line(1, result(#"{"title": "Nothing", "rules": ["A2", "X3"], "steps": []}"#)) == "ok 1 - Nothing # rules A2 X3")
    #expect(try TAPReport().line(2, result(#"{"title": "Nothing", "steps": []}"#)) == "ok 2 - Nothing")
  }

  @Test("No title or rule can become a directive, or break the line")
  func escapes() throws {
    let line = try TAPReport().line(1, result(##"{"title": "a # SKIP \\ b\nc", "rules": ["#TODO"], "steps": []}"##))
    #expect(line == ##"ok 1 - a \# SKIP \\ b c # rules \#TODO"##)
  }

  @Test("A failure carries file, step, path, the expected and the actual value, and the journal")
  func fails() throws {
    let json = """
      { "title": "Fails", "providers": {"M": {}},
        "steps": [ {"crash": "M"}, {"advance": 1.5},
          {"hold": "c1"},
          {"accepted": true} ] }
      """
    let line = try TAPReport().line(4, result(json))
    #expect(
      line == #"""
        not ok 4 - Fails
          ---
          file: "a \"b\".json"
          line: 4
          step: 3
          time: "1.5 s"
          findings:
            - path: "steps[3].accepted"
              expected: "accepted"
              found: "refused unknownCallUUID"
          journal:
            - "0 s  M > lost"
            - "1.5 s  refused setHeld c1 unknownCallUUID"
          ...
        """#)
  }

  @Test("A journal without entries is an empty list")
  func failsAtOnce() throws {
    #expect(try TAPReport().line(1, result(#"{"title": "t", "steps": [{"accepted": true}]}"#)).contains("\n  journal: []\n  ..."))
  }
}
