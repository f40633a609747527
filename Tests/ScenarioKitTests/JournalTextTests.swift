import CallControl
import Foundation
import Testing

@testable import ScenarioKit

@Suite("Every effect has its entry in the format")
struct JournalTextTests {
  static let c = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  static let d = UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  static let tel = Handle(parsing: "tel:+12025550101")

  static func command(_ operation: CallOperation) -> ProviderCommand {
    ProviderCommand(id: CommandID(rawValue: 1), call: c, operation: operation, deadline: .zero, origin: .user)
  }

  static let request = RequestID(rawValue: 1)
  static let title = RequestTitle("start", c)

  static let entries: [(LineEffect, String?)] = [
    (.send("P", command(.start(StartDetails(handle: tel)))), "P < start c"),
    (.send("P", command(.answer)), "P < answer c"),
    (.send("P", command(.end())), "P < end c"),
    (.send("P", command(.setHeld(true))), "P < setHeld c true"),
    (.send("P", command(.setMuted(false))), "P < setMuted c false"),
    (.send("P", command(.setGroup(with: d))), "P < setGroup c d"),
    (.send("P", command(.setGroup(with: nil))), "P < setGroup c -"),
    (.send("P", command(.playDTMF("123#", .singleTone))), "P < playDTMF c 123#"),
    (.send("P", command(.transfer(.handle(tel)))), "P < transfer c tel:+12025550101"),
    (.send("P", command(.transfer(.call(d)))), "P < transfer c d"),
    (.send("P", command(.deflect(to: tel))), "P < deflect c tel:+12025550101"),
    (.timedOut("P", command(.setHeld(true))), "P < timedOut setHeld c"),
    (.cancel("P", command(.start(StartDetails(handle: tel)))), nil),
    (.show("P", c), nil),
    (.verdict("P", c, accepted: true, nil), "P < verdict c true"),
    (.verdict("P", c, accepted: false, CallError(.cannotHold)), "P < verdict c false"),
    (.heard("P", .fulfilled(.setHeld, c)), "P > fulfilled setHeld c"),
    (.heard("P", .failed(.setHeld, c)), "P > failed setHeld c"),
    (.heard("P", .incoming(c)), "P > incoming c"),
    (.heard("P", .report(.startedConnecting, c)), "P > startedConnecting c"),
    (.heard("P", .report(.connected, c)), "P > connected c"),
    (.heard("P", .report(.ended(.remoteEnded, nil), c)), "P > ended c remoteEnded"),
    (.heard("P", .report(.updated(CallUpdate()), c)), "P > updated c"),
    (.heard("P", .report(.transferProgress(nil), c)), "P > transferProgress c"),
    (.heard("P", .report(.transferRequested(tel, as: d), c)), "P > transferRequested c tel:+12025550101"),
    (.disregarded("P", .stale, .fulfilled(.setHeld, c)), "P ! stale fulfilled setHeld c"),
    (.disregarded("P", .illegal, .report(.connected, c)), "P ! illegal connected c"),
    (.disregarded("P", .unknown, .report(.connected, c)), "P ! unknown c"),
    (.refuseIncoming("P", c, CallError(.filteredByBlockList), nil), "refused incoming c filteredByBlockList"),
    (.refuseIncoming("P", c, CallError(.filteredByScreener), "S"), "refused incoming c filteredByScreener S"),
    (.activateAudio("P", .started), "audio + P"),
    (.deactivateAudio("P", .held), "audio - P"),
    (.screen("S", c), "S < screen c"),
    (.screenTimedOut("S", c), "S < timedOut screen c"),
    (.screened("S", c, .block), "S > block c"),
    (.disregardedVerdict("S", c, .silence), "S ! stale silence c"),
    (.accepted(request, title), "accepted start c"),
    (.accepted(request, RequestTitle("refuseTransfer", c)), nil),
    (.refused(request, title, CallError(.cannotHold, [d])), "refused start c cannotHold"),
    (.performed(request, action: 0, nil), nil),
    (.done(request, title), "done start c"),
    (.done(request, RequestTitle("refuseTransfer", c)), nil),
    (.failed(request, title, CallError(.timedOut)), "failed start c timedOut"),
    (.entered(c, .dialing), "c dialing"),
    (.ended(c, CallEnd(.remoteEnded)), "c ended remoteEnded"),
    (.ended(c, CallEnd(.localEnded, cause: .user)), "c ended localEnded user"),
    (.ended(c, CallEnd(.localEnded, cause: .madeRoom(for: d))), "c ended localEnded madeRoom d"),
    (.tone(c, .ring), "ring c"),
    (.tone(c, .wait), "wait c"),
    (.tone(c, .quiet), "quiet c"),
    (.resumeOffered(c), "resumeOffered c"),
    (.transferRequested(c, tel), "transferRequested c tel:+12025550101"),
    (.dtmfReceived(c, "1"), nil),
    (.changed(revision: 1), nil),
  ]

  @Test("The entry of each effect", arguments: entries)
  func hasItsEntry(_ effect: LineEffect, _ entry: String?) {
    let text = JournalText(line: .main) { $0 == Self.c ? "c" : "d" }
    #expect(text.entries(effect).map(\.description) == entry.map { [$0] } ?? [])
  }

  @Test("A transaction has an entry for each command, with the provider and the direction as parts")
  func transaction() {
    let text = JournalText(line: .main) { _ in "c" }
    let entries = text.entries(.sendTransaction("P", [Self.command(.setHeld(false)), Self.command(.end())]))
    #expect(entries.map(\.description) == ["P < setHeld c false", "P < end c"])
    #expect(entries.map(\.message) == ["setHeld c false", "end c"])
    #expect(entries.allSatisfy { $0.peer?.name == "P" && $0.peer?.direction == .sent })
    #expect(text.entries(.entered(Self.c, .held)).map(\.peer) == [nil])
  }

  @Test("Audio on a line other than main is followed by the line's name")
  func audioNamesItsLine() {
    let text = JournalText(line: "desk") { _ in "c" }
    #expect(text.entries(.activateAudio("P", .started)).map(\.description) == ["audio + P desk"])
    #expect(text.entries(.deactivateAudio("P", .ended)).map(\.description) == ["audio - P desk"])
  }

  @Test(
    "The history's entry for a call",
    arguments: [
      (#"\#(c1Active), {"end": "c1"}"#, "log c1 outgoing answered"),
      (#"{"start": "c1", "provider": "M", "to": "tel:1"}, {"end": "c1"}"#, "log c1 outgoing cancelled"),
      (#"{"start": "c1", "provider": "M", "to": "tel:1"}, {"advance": 200}"#, "log c1 outgoing failed"),
      (#"\#(c2Rings), {"answer": "c2"}, {"report": "ended", "call": "c2"}"#, "log c2 incoming answered"),
      (#"\#(c2Rings), {"end": "c2"}"#, "log c2 incoming declined"),
      (#"\#(c2Rings), {"report": "ended", "call": "c2", "reason": "declinedElsewhere"}"#, "log c2 incoming declined"),
      (#"\#(c2Rings), {"report": "ended", "call": "c2", "reason": "answeredElsewhere"}"#, "log c2 incoming answeredElsewhere"),
      (#"\#(c2Rings), {"behave": "V", "on": {"answer": "fail"}}, {"answer": "c2"}"#, "log c2 incoming failed"),
      (#"\#(c2Rings), {"report": "ended", "call": "c2"}"#, "log c2 incoming missed"),
      (#"{"block": "sip:bob@example.org"}, \#(c2Rings)"#, "log c2 incoming blocked"),
    ])
  func history(_ steps: String, _ entry: String) throws {
    #expect(try Story(steps).journal().filter { $0.hasPrefix("log") } == [entry])
  }
}
