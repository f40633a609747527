import HostSurface
import StrictJSON
import Testing

@testable import DesktopBridge

@Suite("DesktopMachine: questions of programs") struct QuestionTests {
  private static let code = DesktopQuestion.call("*21*1#", isServiceCode: true)
  private static let access = DesktopQuestion.access(peer: "uid:1000", .provide, name: "chat")

  /// Shows a question as notification 7.
  private func asked(_ stage: inout MachineStage, _ question: DesktopQuestion) throws -> DesktopCall {
    let effects = stage.take(.question(1, question))
    stage.take(.reply(try effects.tag(of: "Notify"), .values([7])))
    return try #require(effects.calls(of: "Notify").first)
  }

  @Test("A link is called when the person says so", arguments: [("call", DesktopDecision.yes), ("cancel", .no)])
  func call(_ button: String, _ decision: DesktopDecision) throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    let notify = try asked(&stage, Self.code)
    #expect(notify.texts[3] == "Call \u{2068}*21*1#\u{2069}?" && notify.texts[4].contains("service code"))
    #expect(notify.texts[5] == "call Call cancel Cancel")
    let effects = stage.pressed(button, on: 7)
    #expect(effects.contains(.decided(1, decision)) && effects.calls(of: "CloseNotification").count == 1)
    #expect(stage.pressed("call", on: 7).isEmpty)
  }

  @Test("Closed, or without an answer for a minute, it is not called") func silent() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    let effects = stage.take(.question(1, Self.code))
    #expect(effects.contains(.timer(.question(1), .seconds(60))))
    stage.take(.reply(try effects.tag(of: "Notify"), .values([7])))
    var other = stage
    #expect(stage.closed(7, reason: 2).contains(.decided(1, .no)))
    #expect(other.take(.timer(.question(1))).contains(.decided(1, .no)))
  }

  @Test("Without a service that can ask, the program hears it at once") func unavailable() {
    var none = MachineStage()
    #expect(none.take(.question(1, Self.code)).contains(.decided(1, .unavailable)))
    var off = MachineStage([.notifications: MachineStage.server]) { $0.notifications = .off }
    #expect(off.take(.question(1, Self.code)).contains(.decided(1, .unavailable)))
    var mute = MachineStage([.notifications: MachineStage.server])
    mute.take(.owner(.notifications, ":1.20"))
    mute.take(.question(1, Self.code))
    #expect(mute.serve(["body"]).contains(.decided(1, .unavailable)))
    #expect(mute.take(.question(2, Self.code)).contains(.decided(2, .unavailable)))
    var starting = DesktopMachine(DesktopSettings())
    #expect(!starting.take(.question(1, Self.code)).contains(.decided(1, .unavailable)))
    #expect(starting.take(.bus(.session, isThere: false)).contains(.decided(1, .unavailable)))
  }

  @Test("At most 8 questions are open") func limit() {
    var stage = MachineStage([.notifications: MachineStage.server])
    for number in 1...8 { #expect(!stage.take(.question(number, Self.code)).contains(.decided(number, .unavailable))) }
    #expect(stage.take(.question(9, Self.code)).contains(.decided(9, .unavailable)))
  }

  private static func grants(_ grants: String, _ pending: String) -> JSONValue {
    MachineStage.json(#"{"grants": [\#(grants)], "pending": [\#(pending)]}"#)
  }

  @Test(
    "Allow grants the name, beside what the peer has",
    arguments: [
      ("", #"{"peer":"uid:1000","rights":["provide"],"names":["chat"]}"#),
      (
        #"{"peer": "uid:1000", "rights": ["screen"], "names": ["gate"]}"#,
        #"{"peer":"uid:1000","rights":["screen","provide"],"names":["gate","chat"]}"#
      ),
      (#"{"peer": "uid:1000", "rights": ["provide"]}"#, #"{"peer":"uid:1000","rights":["provide"]}"#),
    ])
  func allow(_ grants: String, _ request: String) throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    let notify = try asked(&stage, Self.access)
    #expect(notify.texts[5] == "allow Allow refuse Refuse" && notify.texts[3].contains("chat"))
    #expect(stage.pressed("allow", on: 7).requests == ["access.list {}"])
    #expect(stage.take(.answer(.grants(Self.access, isAllowed: true), Self.grants(grants, ""))).requests == ["access.grant " + request])
  }

  @Test("Refuse ends the question, keeps what the peer has, and is not asked again") func refuse() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try asked(&stage, Self.access)
    #expect(stage.pressed("refuse", on: 7).requests == ["access.list {}"])
    let row = #"{"peer": "uid:1000", "rights": ["provide"], "names": ["chat"]}"#
    let tag = HostTag.grants(Self.access, isAllowed: false)
    #expect(stage.take(.answer(tag, Self.grants("", row))).requests == [#"access.revoke {"peer":"uid:1000"}"#])
    #expect(stage.take(.answer(tag, Self.grants(row, ""))).requests.isEmpty)
    #expect(stage.take(.question(2, Self.access)).calls.isEmpty)
    #expect(stage.take(.question(3, .access(peer: "uid:1000", .provide, name: "other"))).calls(of: "Notify").count == 1)
  }

  @Test("Closed without an answer, a name stays pending, and is asked about again with the next request") func closed() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try asked(&stage, Self.access)
    #expect(stage.closed(7, reason: 2).requests.isEmpty)
    #expect(stage.take(.question(2, Self.access)).calls(of: "Notify").count == 1)
  }

  @Test("The questions that wait at the start are asked") func pending() {
    var stage = MachineStage([.notifications: MachineStage.server])
    let answer = Self.grants("", #"{"peer": "uid:1000", "rights": ["provide"], "names": ["chat"]}"#)
    #expect(stage.take(.answer(.pending, answer)).calls(of: "Notify").count == 1)
    // The program asks again: there is one question.
    #expect(stage.take(.question(5, Self.access)).calls(of: "Notify").isEmpty)
  }
}
