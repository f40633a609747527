import Foundation
import Hookswitch
import Testing

@testable import HookswitchCLI

@Suite("Output of hookswitch run")
struct RunEventTests {
  static let plain = RunEventText { text, _ in text }

  private func told(_ lines: [String]) -> [RunEvent] {
    var rig = RunRig()
    for line in lines { rig.type(line) }
    return rig.told
  }

  @Test("As text: a time, the call, the event, and the far end when a call appears")
  func text() {
    let lines = told(["dial p 5550100", "hold", "end", "calls"]).compactMap { Self.plain.line($0) }
    #expect(
      lines == [
        "   0.000  p           ready", "   0.000  c1          requested   p to tel:5550100", "   0.000  c1          dialing",
        "   0.000  c1          active", "   0.000  c1          held", "   0.000  c1          ending",
        "   0.000  c1          ended       localEnded, user (0:00)", "no calls",
      ])
  }

  @Test("The list of calls has state, duration, far end and marks")
  func list() {
    var rig = RunRig()
    rig.type("dial p 1")
    rig.advance(.seconds(3_725))
    rig.type("dial p 2", "mute", "calls")
    let list = rig.told.last.flatMap { Self.plain.line($0) }
    #expect(list == "c1   held        1:02:05 p to tel:1\nc2   active      0:00    p to tel:2 muted")
  }

  @Test("As JSON each event and answer is one object on one line")
  func json() throws {
    for event in told(["dial p 5550100", "mute", "calls", "merge"]) {
      let line = RunRecord(event).json
      #expect(!line.contains("\n"))
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect((object["event"] == nil) != (object["answer"] == nil), "\(line)")
      if object["answer"] as? String == "refused" { #expect((object["error"] as? [String: Any])?["message"] is String) }
    }
  }

  @Test("A transport's diagnosis is an outline for people, and an object within the JSON")
  func diagnosis() throws {
    let json = #"{"up":true,"held":false,"sound":{"codec":"pcmu","heard":{"lost":0,"jitter-ms":0.5}},"only":{"inner":{"a":[1,2]}}}"#
    let event = RunEvent(time: .zero, body: .answer(CommandAnswer(command: "stats", outcome: .done, diagnosis: json)))
    #expect(
      Self.plain.line(event) == """
        up, not held
        sound  codec pcmu
          heard  lost 0, jitter-ms 0.5
        only
          inner  a [1,2]
        """)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(RunRecord(event).json.utf8)) as? [String: Any])
    let sound = (object["stats"] as? [String: Any])?["sound"] as? [String: Any]
    #expect(sound?["codec"] as? String == "pcmu")
    #expect(object["text"] == nil)
    // Text that is not an object is shown as it is, but without control characters.
    #expect(DiagnosisOutline.text(of: "[1\u{1B}") == "[1 ")
  }

  @Test("Text from a far end or a plugin cannot control a terminal")
  func escapes() {
    var rig = RunRig()
    rig.type("dial p 1")
    rig.report(rig.line.snapshot.calls[0].uuid, .ended(.remoteEnded, TransportError(message: "\u{1B}[2Jgone\nfor\u{202E}good")))
    let text = rig.told.compactMap { Self.plain.line($0) }.joined()
    #expect(text.contains("gone for good"))
    #expect(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
  }

  @Test("Every refusal of the rules has a sentence")
  func sentences() {
    for code in CallError.Code.allCases {
      #expect(!code.sentence.isEmpty && !code.sentence.hasSuffix("."), "\(code)")
    }
  }
}
