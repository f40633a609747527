import CallControl
import Testing

@testable import ScenarioKit

@Suite("Every kind of step does what the format says")
struct StepKindTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The step's key.
    var key: String
    var story: Story
    /// Entries that the journal must have, in this order.
    var entries: [String]
    var testDescription: String { key + " " + (entries.last ?? "") }

    init(_ key: String, _ steps: String, _ entries: String..., providers: String = #""M": {}, "V": {}"#, head: String = "") {
      self.key = key
      story = Story(steps, providers: providers, head: head)
      self.entries = entries
    }
  }

  static let two = #"\#(c1Active), {"start": "c2", "provider": "M", "to": "tel:2"}, {"report": "connected", "call": "c2"}"#
  static let asked =
    #"\#(c1Active), {"report": "transferRequested", "call": "c1", "to": "tel:7", "as": "c7"}"#

  static let askings: [Case] = [
    Case("start", #"{"start": "c1", "provider": "M", "to": "tel:1"}"#, "accepted start c1", "M < start c1", "c1 dialing", "done start c1"),
    Case("start", #"{"start": "c1", "provider": "M", "to": "tel:1", "line": "desk"}"#, "audio + M desk"),
    Case("start", #"{"start": "c1", "provider": "ghost", "to": "tel:1"}"#, "refused start c1 unknownCallProvider"),
    Case("answer", #"\#(c2Rings), {"answer": "c2"}"#, "V < answer c2", "c2 answering", "V > fulfilled answer c2", "c2 active"),
    Case(
      "answer", #"\#(c1Active), \#(c2Rings), {"answer": "c2", "choice": "endActive"}"#, "M < end c1", "c1 ended localEnded madeRoom c2"),
    Case(
      "answer", #"\#(c1Active), \#(c2Rings), {"answer": "c2", "choice": "endActive", "origin": "client"}"#,
      "refused answer c2 wouldEndCalls"),
    Case("end", #"\#(c1Active), {"end": "c1"}"#, "M < end c1", "c1 ending", "c1 ended localEnded user", "log c1 outgoing answered"),
    Case("end", #"\#(c1Active), {"end": "c1", "origin": "client"}"#, "c1 ended localEnded client"),
    Case("end", #"\#(two), {"merge": ["c1", "c2"]}, {"end": "c1", "group": true}"#, "M < end c1", "M < end c2", "c2 ended localEnded"),
    Case("hold", #"\#(c1Active), {"hold": "c1"}"#, "M < setHeld c1 true", "c1 held", "done setHeld c1"),
    Case("resume", #"\#(c1Active), {"hold": "c1"}, {"resume": "c1"}"#, "c1 held", "M < setHeld c1 false", "c1 active"),
    Case(
      "split", #"\#(two), {"merge": ["c1", "c2"]}, {"split": "c1"}"#, "M < setHeld c2 true", "M < setGroup c1 -"),
    Case("swap", #"\#(two), {"swap": true}"#, "M < setHeld c2 true", "c2 held", "M < setHeld c1 false", "c1 active"),
    Case("merge", #"\#(two), {"merge": ["c1", "c2"]}"#, "M < setHeld c1 false", "M < setGroup c1 c2"),
    Case("mute", #"\#(c1Active), {"mute": "c1", "value": true}"#, "M < setMuted c1 true", "M > fulfilled setMuted c1"),
    Case("dtmf", #"\#(c1Active), {"dtmf": "c1", "digits": "123#"}"#, "M < playDTMF c1 123#", "done playDTMF c1"),
    Case(
      "continueDTMF", #"\#(c1Active), {"dtmf": "c1", "digits": "1;2"}, {"continueDTMF": "c1"}"#, "M < playDTMF c1 1",
      "M < playDTMF c1 2"),
    Case("transfer", #"\#(c1Active), {"transfer": "c1", "to": "tel:9"}"#, "M < transfer c1 tel:9", "c1 ended localEnded transferred"),
    Case("transfer", #"\#(two), {"transfer": "c1", "with": "c2"}"#, "M < transfer c1 c2", "c2 ended localEnded transferred"),
    Case("deflect", #"\#(c2Rings), {"deflect": "c2", "to": "tel:9"}"#, "V < deflect c2 tel:9", "c2 ended localEnded deflected"),
    Case(
      "acceptTransfer", #"\#(asked), {"acceptTransfer": "c1"}"#, "transferRequested c1 tel:7", "accepted start c7",
      "M < verdict c1 true", "M < setHeld c1 true", "M < start c7", "c7 dialing"),
    Case(
      "decline", #"{"incoming": "c1", "provider": "M"}, {"decline": "c1", "reason": "busy"}"#, "M < end c1 busy",
      "c1 ended localEnded declined"),
    Case("refuseTransfer", #"\#(asked), {"refuseTransfer": "c1"}"#, "M < verdict c1 false"),
    Case("transaction", #"{"transaction": []}, {"refused": "emptyTransaction"}"#, "refused transaction"),
    Case(
      "transaction",
      #"""
      \#(c1Active), {"transaction": [{"hold": "c1"}, {"resume": "c1"}, {"mute": "c1", "value": true}, {"dtmf": "c1", "digits": "5"},
        {"end": "c1"}]}
      """#, "M < setHeld c1 true", "M < setHeld c1 false", "M < setMuted c1 true", "M < playDTMF c1 5", "M < end c1",
      "done setHeld c1"),
    Case(
      "transaction",
      #"\#(two), {"merge": ["c1", "c2"]}, {"transaction": [{"group": "c1", "with": null}]}, {"transaction": [{"group": "c2", "with": "c1"}]}"#,
      "M < setGroup c1 -", "M < setGroup c2 c1"),
    Case(
      "transaction",
      #"\#(c2Rings), {"transaction": [{"answer": "c2"}]}, {"transaction": [{"end": "c2"}, {"start": "c3", "provider": "M", "to": "tel:3"}]}"#,
      "c2 active", "V < end c2", "M < start c3"),
    Case(
      "transaction",
      #"\#(c1Active), {"incoming": "c2", "provider": "V", "line": "desk"}, {"transaction": [{"hold": "c1"}, {"end": "c2"}]}"#,
      "refused setHeld c1 invalidAction"),
  ]

  static let happenings: [Case] = [
    Case("incoming", c2Rings, "V > incoming c2", "c2 ringing", "ring c2"),
    Case("incoming", #"{"incoming": "c2", "provider": "ghost"}, {"expect": {"c2": "absent"}}"#, "ghost ! unknown c2"),
    Case(
      "incoming", #"\#(c1Active), {"incoming": "c3", "provider": "M", "replaces": "c1"}"#, "c1 ended remoteEnded replaced", "M < answer c3",
      "c3 active"),
    Case("report", #"{"start": "c1", "provider": "M", "to": "tel:1"}, {"report": "startedConnecting", "call": "c1"}"#, "c1 connecting"),
    Case("report", c1Active, "M > connected c1", "c1 active"),
    Case("report", #"\#(c1Active), {"report": "ended", "call": "c1"}"#, "M > ended c1 remoteEnded", "c1 ended remoteEnded"),
    Case(
      "report", #"{"start": "c1", "provider": "M", "to": "tel:1"}, {"report": "ended", "call": "c1", "reason": "unanswered"}"#,
      "c1 ended unanswered", "log c1 outgoing failed"),
    Case(
      "report", #"\#(c1Active), {"report": "held", "call": "c1"}, {"report": "resumed", "call": "c1"}"#, "M > held c1", "c1 held",
      "M > resumed c1", "c1 active"),
    Case(
      "report",
      #"\#(c1Active), {"report": "remotelyHeld", "call": "c1"}, {"flags": {"c1": ["remotelyHeld"]}}, {"report": "remotelyResumed", "call": "c1"}, {"flags": {"c1": []}}"#,
      "M > remotelyHeld c1", "M > remotelyResumed c1"),
    Case(
      "report",
      #"""
      \#(c1Active), {"report": "updated", "call": "c1", "handle": "tel:5", "name": "Bob", "supportsHolding": false, "audio": false},
      {"details": {"c1": {"handle": "tel:5", "name": "Bob"}}}, {"hold": "c1"}, {"refused": "holdingUnsupported"},
      {"report": "updated", "call": "c1", "handle": "", "name": ""}, {"details": {"c1": {"handle": "", "name": ""}}}
      """#, "M > updated c1"),
    Case(
      "report", #"\#(c1Active), {"transfer": "c1", "to": "tel:9"}, {"report": "transferProgress", "call": "c1"}"#,
      "M < transfer c1 tel:9", "M > transferProgress c1", providers: #""M": {"on": {"transfer": "silent"}}"#),
    Case("report", asked, "M > transferRequested c1 tel:7", "transferRequested c1 tel:7"),
    Case("report", asked, "M > transferRequested c1 tel:7", "accepted start c7", head: #""policy": {"transferRequests": "accept"},"#),
    Case("report", #"\#(c1Active), {"report": "held", "call": "c1", "provider": "V"}"#, "V ! unknown c1"),
    Case("report", #"{"report": "held", "call": "c9", "provider": "V"}"#, "V ! unknown c9"),
    Case("report", #"\#(c1Active), {"end": "c1"}, {"report": "held", "call": "c1"}"#, "M ! illegal held c1"),
    Case(
      "fulfil", #"\#(c1Active), {"hold": "c1"}, {"fulfil": "setHeld", "call": "c1"}, {"fulfil": "setHeld", "call": "c1"}"#,
      "M > fulfilled setHeld c1", "c1 held", "M ! stale fulfilled setHeld c1", providers: #""M": {"on": {"setHeld": "silent"}}"#),
    Case("fulfil", #"\#(c1Active), {"fulfil": "setHeld", "call": "c1", "provider": "V"}"#, "V ! stale fulfilled setHeld c1"),
    Case(
      "fail", #"\#(c1Active), {"hold": "c1"}, {"fail": "setHeld", "call": "c1"}, {"failed": "actionFailed"}"#, "M > failed setHeld c1",
      "failed setHeld c1 actionFailed", providers: #""M": {"on": {"setHeld": "silent"}}"#),
    Case("fail", #"\#(c1Active), {"fail": "setHeld", "call": "c1"}"#, "M ! stale failed setHeld c1"),
    Case(
      "screen", #"\#(c2Rings), {"expect": {"c2": "screening"}}, {"screen": "c2", "by": "S", "verdict": "block"}"#, "c2 screening",
      "S < screen c2", "S > block c2", "refused incoming c2 filteredByScreener S", "log c2 incoming blocked S",
      head: #""policy": {"screeners": ["S"]},"#),
    Case("screen", #"{"screen": "c9", "by": "T", "verdict": "silence"}"#, "T ! stale silence c9"),
    Case(
      "behave", #"\#(c1Active), {"behave": "M", "on": {"setHeld": "fail"}}, {"hold": "c1"}, {"mute": "c1", "value": true}"#,
      "M > failed setHeld c1", "M > fulfilled setMuted c1"),
    Case(
      "configure", #"{"configure": "M", "handleTypes": ["sipURI"]}, {"start": "c1", "provider": "M", "to": "tel:1"}"#,
      "refused start c1 unsupportedHandle"),
    Case(
      "configure", #"{"configure": "M", "supportsHolding": false}, \#(c1Active), {"hold": "c1"}"#, "refused setHeld c1 holdingUnsupported"),
    Case("crash", #"\#(c1Active), {"crash": "M"}"#, "M > lost", "audio - M", "c1 ended failed providerLost"),
    Case(
      "loseCalls", #"\#(c1Active), {"loseCalls": ["c1"], "provider": "M"}, {"start": "c2", "provider": "M", "to": "tel:1"}"#, "M > lost c1",
      "c1 ended failed providerLost", "c2 dialing"),
    Case(
      "report", #"\#(c1Active), {"report": "leftBehind", "call": "c1"}, {"report": "takenBack", "call": "c1"}"#, "M > leftBehind c1",
      "M > leftBehind c1"),
    Case(
      "restart",
      #"{"crash": "M"}, {"start": "c1", "provider": "M", "to": "tel:1"}, {"expect": {"c1": "requested"}}, {"restart": "M"}"#,
      "M > lost", "c1 requested", "M < start c1", "c1 dialing"),
    Case(
      "reset", #"\#(c1Active), {"reset": "M"}, {"start": "c2", "provider": "M", "to": "tel:1"}"#, "M > reset", "c1 ended failed reset",
      "c2 dialing"),
    Case(
      "invalidate", #"\#(c1Active), {"invalidate": "M"}, {"start": "c2", "provider": "M", "to": "tel:1"}"#, "c1 ended failed",
      "refused start c2 unknownCallProvider"),
    Case(
      "becomeReady", #"{"start": "c1", "provider": "N", "to": "tel:1"}, {"becomeReady": "N"}"#, "c1 requested", "N < start c1",
      providers: #""N": {"ready": false}"#),
    Case("silence", #"\#(c2Rings), {"silence": "c2"}"#, "ring c2", "quiet c2"),
    Case(
      "drain", #"{"drain": true}, \#(c2Rings), {"refused": "maximumRingingCallsReached"}"#, "refused incoming c2 maximumRingingCallsReached"
    ),
    Case(
      "standing",
      #"{"standing": "elsewhere", "node": "b1"}, \#(c2Rings), {"refused": "lineElsewhere"}, {"standing": "mine"}, {"incoming": "c3", "provider": "V"}"#,
      "refused incoming c2 lineElsewhere", "ring c3"),
    Case(
      "doNotDisturb",
      #"{"doNotDisturb": true}, \#(c2Rings), {"refused": "filteredByDoNotDisturb"}, {"doNotDisturb": false}, {"incoming": "c3", "provider": "V"}"#,
      "refused incoming c2 filteredByDoNotDisturb", "ring c3"),
    Case(
      "block", #"{"block": "sip:bob@example.org"}, \#(c2Rings), {"refused": "filteredByBlockList"}"#,
      "refused incoming c2 filteredByBlockList", "log c2 incoming blocked"),
    Case("unblock", #"{"block": "sip:bob@example.org"}, {"unblock": "sip:bob@example.org"}, \#(c2Rings)"#, "ring c2"),
    Case("advance", #"\#(c2Rings), {"advance": 60}"#, "V < end c2", "c2 ended localEnded ringTimeout", "log c2 incoming missed"),
  ]

  @Test("Requests and events of a story reach the host", arguments: askings + happenings)
  func isHeard(_ test: Case) throws {
    let journal = try test.story.journal()
    var place = 0
    for entry in test.entries {
      let pattern = try #require(EntryPattern(entry))
      let found = journal[place...].firstIndex { pattern.matches($0.split(separator: " ")) }
      guard let found else {
        Issue.record("no \(entry) in\n\(journal.joined(separator: "\n"))")
        return
      }
      place = found + 1
    }
  }

  @Test("The tables here have every key of the format")
  func everyKeyIsShown() {
    #expect(Set(Self.askings.map(\.key)) == Set(AskingReader.keys))
    #expect(Set(Self.happenings.map(\.key)) == Set(HappeningReader.Key.allCases.map(\.rawValue)))
    #expect(Set(CheckTests.cases.map(\.key)) == Set(CheckReader.Key.allCases.map(\.rawValue)))
  }

  @Test("A second transfer request while one is open is illegal, and accepting starts the first one's call")
  func theFirstWishCounts() throws {
    let journal = try Story(
      #"""
      \#(Self.asked), {"report": "transferRequested", "call": "c1", "to": "tel:8", "as": "c8"}, {"acceptTransfer": "c1"},
      {"report": "connected", "call": "c7"}, {"expect": {"c1": "ended(localEnded, transferred)", "c7": "active", "c8": "absent"}}
      """#
    ).journal()
    #expect(journal.contains("M ! illegal transferRequested c1 tel:8"))
  }

  @Test("A report without a call and a provider fails its step")
  func aWordIsSomebodys() throws {
    for step in [#"{"report": "held", "call": "c9"}"#, #"{"fulfil": "end", "call": "c9"}"#] {
      let failure = try #require(try Story(step).run().failure)
      #expect(failure.findings.first?.found == "no provider has a call c9; name one")
    }
  }
}
