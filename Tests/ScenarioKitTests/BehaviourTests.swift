import CallControl
import ScenarioKit
import Testing

@Suite("Scripted providers")
struct BehaviourTests {
  @Test(
    "Each behaviour works with each action",
    arguments: [
      (#""obey""#, 0.0, "M > fulfilled"), (#""fail""#, 0, "M > failed"), (#""unimplemented""#, 0, "M > failed"),
      (#""crash""#, 0, "M > lost"),
      (#"{"after": 2.5}"#, 2.5, "M > fulfilled"), (#"{"after": 0}"#, 0, "M > fulfilled"),
    ],
    ["start", "answer", "end", "setHeld", "setMuted", "setGroup", "playDTMF", "transfer", "deflect"])
  func behaves(_ behaviour: (String, Double, String), _ kind: String) throws {
    let (script, delay, word) = behaviour
    let result = try Story(Self.asking(kind, script)).run()
    #expect(result.failure == nil)
    let asked = try #require(result.journal.firstIndex { $0.text.hasPrefix("M < \(kind) ") })
    let answered = try #require(result.journal[asked...].firstIndex { $0.text.hasPrefix(word) }, "\(result.journal.map(\.text))")
    #expect(result.journal[answered].time == result.journal[asked].time.advanced(by: .milliseconds(Int(delay * 1_000))))
  }

  @Test(
    "A silent provider lets the deadline pass",
    arguments: ["start", "answer", "end", "setHeld", "setMuted", "playDTMF", "transfer", "deflect"])
  func isSilent(_ kind: String) throws {
    let result = try Story(Self.asking(kind, #""silent""#) + #", {"advance": 100}"#).run()
    #expect(result.journal.contains { $0.text.hasPrefix("M < timedOut \(kind) ") })
    #expect(!result.journal.contains { $0.text.hasPrefix("M > fulfilled \(kind)") || $0.text.hasPrefix("M > failed") })
  }

  /// Returns a story in which `M` gets one action of a kind, and has that script for it.
  private static func asking(_ kind: String, _ script: String) -> String {
    let behave = #"{"behave": "M", "on": {"\#(kind)": \#(script)}}"#
    let steps =
      switch kind {
      case "start": #"\#(behave), {"start": "c1", "provider": "M", "to": "tel:1"}"#
      case "answer": #"{"incoming": "c1", "provider": "M"}, \#(behave), {"answer": "c1"}"#
      case "end": #"\#(c1Active), \#(behave), {"end": "c1"}"#
      case "setHeld": #"\#(c1Active), \#(behave), {"hold": "c1"}"#
      case "setMuted": #"\#(c1Active), \#(behave), {"mute": "c1", "value": true}"#
      case "setGroup": #"\#(StepKindTests.two), \#(behave), {"merge": ["c1", "c2"]}"#
      case "playDTMF": #"\#(c1Active), \#(behave), {"dtmf": "c1", "digits": "1"}"#
      case "deflect": #"{"incoming": "c1", "provider": "M"}, \#(behave), {"deflect": "c1", "to": "tel:9"}"#
      default: #"\#(c1Active), \#(behave), {"transfer": "c1", "to": "tel:9"}"#
      }
    return steps + #", {"advance": 4}"#
  }

  @Test("New behaviours apply to actions sent from here on, and the others stay")
  func behaveChangesWhatComes() throws {
    let journal = try Story(
      #"""
      \#(c1Active), {"hold": "c1"}, {"behave": "M", "on": {"setMuted": "fail"}}, {"mute": "c1", "value": true}, {"advance": 1},
      {"resume": "c1"}, {"expect": {"c1": "held"}}, {"behave": "M", "on": {"setHeld": "obey"}}, {"advance": 1}
      """#, providers: #""M": {"on": {"setHeld": {"after": 1}}}"#
    ).journal()
    #expect(
      journal.filter { $0.hasPrefix("M > ") } == [
        "M > fulfilled start c1", "M > connected c1", "M > failed setMuted c1", "M > fulfilled setHeld c1", "M > fulfilled setHeld c1",
      ])
  }

  @Test("A crash or reset drops a provider's pending reports", arguments: ["crash", "reset", "invalidate"])
  func forgets(_ loss: String) throws {
    let journal = try Story(
      #"\#(c1Active), {"behave": "M", "on": {"setHeld": {"after": 2}}}, {"hold": "c1"}, {"\#(loss)": "M"}, {"advance": 5}"#
    ).journal()
    #expect(!journal.contains { $0.contains("fulfilled setHeld") })
  }

  @Test("A loss is reported once, however many lines it takes calls from")
  func isLostOnce() throws {
    for (loss, entry) in [("crash", "M > lost"), ("reset", "M > reset")] {
      let journal = try Story(
        #"\#(c1Active), {"start": "d1", "provider": "M", "to": "tel:2", "line": "desk"}, {"\#(loss)": "M"}, {"expect": {"c1": "ended(failed)", "d1": "ended(failed)"}}"#
      ).journal()
      #expect(journal.count { $0 == entry } == 1)
    }
  }

  @Test("A restarted provider is ready unless its head says otherwise, and not during quarantine")
  func restarts() throws {
    let start = #"{"start": "c1", "provider": "M", "to": "tel:1"}"#
    _ = try Story(#"{"crash": "M"}, {"restart": "M"}, \#(start), {"expect": {"c1": "dialing"}}"#).journal()
    _ = try Story(
      #"{"becomeReady": "M"}, {"crash": "M"}, {"restart": "M"}, \#(start), {"expect": {"c1": "requested"}}"#,
      providers: #""M": {"ready": false}"#
    ).journal()
    let losses = Array(repeating: #"{"crash": "M"}, {"restart": "M"}"#, count: 3).joined(separator: ", ")
    _ = try Story(#"\#(losses), \#(start), {"refused": "providerUnavailable"}"#).journal()
  }

  @Test("Names that the head lacks are unknown to the host, and have no effect")
  func strangers() throws {
    let steps = [
      #"{"crash": "X"}"#, #"{"restart": "X"}"#, #"{"reset": "X"}"#, #"{"invalidate": "X"}"#, #"{"becomeReady": "X"}"#,
      #"{"behave": "X", "on": {"end": "fail"}}"#, #"{"configure": "X", "audio": false}"#,
    ].joined(separator: ", ")
    let before = try Story(c1Active).journal()
    #expect(try Story("\(c1Active), \(steps)").journal() == before)
  }
}
