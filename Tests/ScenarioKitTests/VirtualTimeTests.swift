import CallControl
import Testing

@testable import ScenarioKit

@Suite("Virtual time passes only when a step says so, and everything due happens in order")
struct VirtualTimeTests {
  private func entries(_ story: Story) throws -> [String] {
    let result = try story.run()
    #expect(result.failure == nil)
    return result.journal.map { "\($0.time.nanoseconds / 1_000_000) \($0.text)" }
  }

  @Test("T2: a deadline comes before a provider's report of the same instant")
  func deadlineFirst() throws {
    let journal = try entries(
      Story(
        #"\#(c1Active), {"hold": "c1"}, {"advance": 2}"#,
        providers: #""M": {"deadlines": {"setHeld": 2}, "on": {"setHeld": {"after": 2}}}"#))
    #expect(
      journal.suffix(3) == ["2000 M < timedOut setHeld c1", "2000 failed setHeld c1 timedOut", "2000 M ! stale fulfilled setHeld c1"])
  }

  @Test("T2: so does a deadline of another line")
  func deadlineOfAnotherLineFirst() throws {
    let journal = try entries(
      Story(
        #"\#(c1Active), {"incoming": "d1", "provider": "V", "line": "desk"}, {"hold": "c1"}, {"advance": 5}"#,
        providers: #""M": {"on": {"setHeld": {"after": 5}}}, "V": {"deadlines": {"ring": 5}, "on": {"end": "silent"}}"#))
    let deadline = try #require(journal.firstIndex(of: "5000 V < end d1"))
    let word = try #require(journal.firstIndex(of: "5000 M > fulfilled setHeld c1"))
    #expect(deadline < word)
  }

  @Test("The clock stands at each due time while its event happens, and at the end of the step after it")
  func stepsThroughDueTimes() throws {
    let journal = try entries(
      Story(
        #"\#(c1Active), {"mute": "c1", "value": true}, {"hold": "c1"}, {"advance": 1.5}, {"advance": 10}, {"end": "c1"}"#,
        providers: #""M": {"on": {"setMuted": {"after": 1.25}, "setHeld": {"after": 3}}}"#))
    #expect(journal.contains("1250 M > fulfilled setMuted c1"))
    #expect(journal.contains("3000 M > fulfilled setHeld c1"))
    #expect(journal.contains("11500 M < end c1"))
  }

  @Test("Reports of one instant come in the order of their requests")
  func inTheOrderAsked() throws {
    let journal = try entries(
      Story(
        #"\#(c1Active), {"mute": "c1", "value": true}, {"hold": "c1"}, {"advance": 1}"#,
        providers: #""M": {"on": {"setMuted": {"after": 1}, "setHeld": {"after": 1}}}"#))
    let words = journal.filter { $0.hasPrefix("1000 M >") }
    #expect(words == ["1000 M > fulfilled setMuted c1", "1000 M > fulfilled setHeld c1"])
  }

  @Test("The consequences of a due report happen at that time, chains included")
  func chains() throws {
    let journal = try entries(
      Story(
        #"\#(c1Active), \#(c2Rings), {"answer": "c2"}, {"advance": 60}, {"expect": {"c1": "held", "c2": "active"}}"#,
        providers: #""M": {"on": {"setHeld": {"after": 1}}}, "V": {"on": {"answer": {"after": 1}}}"#))
    #expect(journal.contains("1000 V < answer c2"))
    #expect(journal.contains("2000 c2 active"))
  }

  @Test("The limit on events holds for one instant of one step, so a scenario may have any number of them")
  func manyEvents() throws {
    let mutes = (0..<10).map { #", {"mute": "c1", "value": \#($0.isMultiple(of: 2))}, {"advance": 2}"# }.joined()
    let story = Story(c1Active + mutes, providers: #""M": {"on": {"setMuted": {"after": 1}}}, "V": {}"#)
    let scenario = try ScenarioFile.read(Array(story.json.utf8), named: "story.json")
    var runner = ScenarioRunner()
    runner.mostTurns = 2
    #expect(runner.run(scenario).failure == nil)
    runner.mostTurns = 0
    #expect(runner.run(scenario).failure?.findings.first?.expected == "the scenario settles")
  }

  @Test("A day passes as quickly as a second, and a name may be reused once its UUID is forgotten")
  func days() throws {
    _ = try Story(
      #"""
      \#(c1Active), {"end": "c1"}, {"start": "c1", "provider": "M", "to": "tel:1"}, {"refused": "callUUIDAlreadyExists"},
      {"expect": {"c1": "ended"}}, {"advance": 86401}, {"start": "c1", "provider": "M", "to": "tel:1"}, {"expect": {"c1": "dialing"}}
      """#
    ).journal()
  }
}
