import HostSurface
import StrictJSON
import Testing

@testable import DesktopBridge

@Suite("DesktopMachine: notifications of calls") struct NotificationTests {
  private static let ringing = MachineStage.call("A", "ringing", #", "label": "Spam <b>", "labelSource": "x""#)

  /// Shows a ringing call as notification 5.
  private func ringing(_ stage: inout MachineStage, _ call: String = Self.ringing) throws -> DesktopCall {
    let effects = stage.line([call])
    let notify = try #require(effects.calls(of: "Notify").first)
    stage.take(.reply(try effects.tag(of: "Notify"), .values([5])))
    return notify
  }

  @Test("A ringing call is critical, silent, lasting, and can be answered and declined") func incoming() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    let notify = try ringing(&stage)
    #expect(
      notify.texts == [
        "Hookswitch", "0", "org.hookswitch.Hookswitch", "\u{2068}Ann\u{2069}",
        "\u{2068}+15550100\u{2069}\n\u{2068}home\u{2069}\n\u{2068}Spam &lt;b&gt;\u{2069}", "answer Answer decline Decline",
        "category=call.incoming urgency=2 resident=true suppress-sound=true desktop-entry=org.hookswitch.Hookswitch", "0",
      ])
    #expect(stage.pressed("answer", on: 5).requests == [#"call.answer {"call":"A","origin":"user"}"#])
    #expect(stage.pressed("decline", on: 5).requests == [#"call.end {"call":"A","origin":"user"}"#])
  }

  @Test("Signals of other programs, of other notifications and of absent buttons do nothing") func forged() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try ringing(&stage)
    #expect(stage.pressed("answer", on: 5, by: ":1.66").isEmpty)
    #expect(stage.pressed("answer", on: 6).isEmpty)
    #expect(stage.pressed("mute", on: 5).isEmpty)
    #expect(stage.take(.signal(DesktopSignal(MachineStage.server, "/x", "ActionInvoked", [5, "answer"]))).isEmpty)
    #expect(stage.pressed("answer", on: 5).requests.count == 1)
  }

  @Test("With calls in the way there is a button for each allowed choice") func choices() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    let choices = #", "answerChoices": {"automatic": null, "holdActive": {"code": "holdingNotSupported"}, "endActive": null}"#
    let alone = try ringing(&stage, MachineStage.call("A", "ringing", choices))
    #expect(alone.texts[5] == "answer Answer decline Decline")
    let effects = stage.line([MachineStage.call("A", "ringing", choices), MachineStage.call("B", "active", isIncoming: false)])
    let notify = try #require(effects.calls(of: "Notify").first)
    stage.take(.reply(try effects.tag(of: "Notify"), .values([5])))
    #expect(notify.texts[5] == "answer-automatic Answer answer-endActive End and answer decline Decline")
    #expect(stage.pressed("answer-endActive", on: 5).requests == [#"call.answer {"call":"A","origin":"user","choice":"endActive"}"#])
    #expect(stage.pressed("answer-holdActive", on: 5).isEmpty)
  }

  @Test("Answered here, it is replaced by one to hang up and mute") func answered() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try ringing(&stage)
    #expect(stage.line([MachineStage.call("A", "answering")]).calls(of: "Notify").isEmpty)
    let effects = stage.line([MachineStage.call("A", "active")], front: 1)
    let notify = try #require(effects.calls(of: "Notify").first)
    #expect(notify.texts[1] == "5" && notify.texts[5] == "hang-up Hang up mute Mute" && notify.texts[6].hasPrefix("category=call "))
    stage.take(.reply(try effects.tag(of: "Notify"), .values([5])))
    #expect(stage.pressed("mute", on: 5).requests == [#"call.setMuted {"call":"A","origin":"user","muted":true}"#])
    let muted = stage.line([MachineStage.call("A", "active", #", "muted": true"#)], front: 1)
    #expect(muted.calls(of: "Notify").first?.texts[5] == "hang-up Hang up unmute Unmute")
    stage.take(.reply(try muted.tag(of: "Notify"), .values([5])))
    #expect(stage.line([]).calls(of: "CloseNotification").isEmpty)
    #expect(stage.end("A", "remoteEnded").calls(of: "CloseNotification").first?.texts == ["5"])
  }

  @Test("A call that was never shown ringing has no notification") func outgoing() {
    var stage = MachineStage([.notifications: MachineStage.server])
    #expect(stage.line([MachineStage.call("A", "dialing", isIncoming: false)]).calls(of: "Notify").isEmpty)
    let active = stage.line([MachineStage.call("A", "active", isIncoming: false), MachineStage.call("B", "active")])
    #expect(active.calls(of: "Notify").isEmpty)
    #expect(stage.line([MachineStage.call("C", "screening")]).calls(of: "Notify").isEmpty)
  }

  @Test("Answered or declined elsewhere, or ended here, it is closed", arguments: ["answeredElsewhere", "declinedElsewhere", "localEnded"])
  func elsewhere(_ reason: String) throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try ringing(&stage)
    _ = stage.line([])
    let effects = stage.end("A", reason)
    #expect(effects.calls(of: "CloseNotification").first?.texts == ["5"] && effects.calls(of: "Notify").isEmpty)
  }

  @Test("Missed, it offers to call back and to block", arguments: ["remoteEnded", "unanswered", "failed"])
  func missed(_ reason: String) throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try ringing(&stage)
    _ = stage.line([])
    let effects = stage.end("A", reason)
    let notify = try #require(effects.calls(of: "Notify").first)
    #expect(notify.texts[1] == "5" && notify.texts[5] == "call-back Call back block Block")
    #expect(notify.texts[6].hasPrefix("category=call.unanswered urgency=1 resident=false") && notify.texts[7] == "-1")
    stage.take(.reply(try effects.tag(of: "Notify"), .values([5])))
    var other = stage
    let back = stage.pressed("call-back", on: 5)
    #expect(
      back.requests == [
        #"call.start {"handle":{"type":"phoneNumber","value":"+15550100"},"provider":"home","line":"main","origin":"user"}"#
      ])
    #expect(back.calls(of: "CloseNotification").count == 1)
    #expect(other.pressed("block", on: 5).requests == [#"block.add {"kind":"exact","value":"tel:+15550100","reason":"missed call"}"#])
  }

  @Test("Missed calls that were read elsewhere are closed") func read() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try ringing(&stage)
    _ = stage.line([])
    let effects = stage.end("A", "unanswered")
    stage.take(.reply(try effects.tag(of: "Notify"), .values([5])))
    #expect(stage.take(.state(.missed, key: "missed", MachineStage.json(#"{"unreadMissed": 1}"#))).calls.isEmpty)
    #expect(
      stage.take(.state(.missed, key: "missed", MachineStage.json(#"{"unreadMissed": 0}"#))).calls(of: "CloseNotification").count == 1)
  }

  @Test("A call that ends while the server is slow is closed when its number comes") func slow() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    let effects = stage.line([Self.ringing])
    #expect(stage.line([MachineStage.call("A", "ringing", #", "silenced": true"#)]).calls(of: "Notify").isEmpty)
    #expect(stage.end("A", "answeredElsewhere").calls(of: "CloseNotification").isEmpty)
    let late = stage.take(.reply(try effects.tag(of: "Notify"), .values([9])))
    #expect(late.calls(of: "CloseNotification").first?.texts == ["9"] && late.calls(of: "Notify").isEmpty)
  }

  @Test("A change while the server is slow is sent after its reply, with the same number") func stale() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    let effects = stage.line([Self.ringing])
    #expect(stage.line([MachineStage.call("A", "active")]).calls(of: "Notify").isEmpty)
    let late = stage.take(.reply(try effects.tag(of: "Notify"), .values([9])))
    #expect(late.calls(of: "Notify").first?.texts[1] == "9")
  }

  @Test("The person closes it: it stays closed while the call rings") func dismissed() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try ringing(&stage)
    #expect(stage.closed(5, reason: 2).calls.isEmpty)
    #expect(stage.line([MachineStage.call("A", "ringing", #", "silenced": true"#)]).calls(of: "Notify").isEmpty)
    #expect(stage.line([MachineStage.call("A", "ringing"), MachineStage.call("B", "ringing")]).calls(of: "Notify").count == 1)
  }

  @Test("A server that comes back, or comes first during a call, gets the present notifications") func comesAndGoes() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try ringing(&stage)
    #expect(stage.take(.owner(.notifications, MachineStage.server)).calls.isEmpty)
    #expect(stage.take(.activatable(.system, [])).calls.isEmpty)
    #expect(stage.take(.owner(.notifications, nil)).calls.isEmpty)
    #expect(stage.pressed("answer", on: 5).isEmpty)
    #expect(stage.take(.owner(.notifications, ":1.20")).calls.map(\.member) == ["GetCapabilities"])
    let again = stage.serve([])
    #expect(again.calls(of: "Notify").first?.texts[1] == "0")
    // A server without buttons gets none, and one without markup plain text.
    #expect(again.calls(of: "Notify").first?.texts[5] == "" && again.calls(of: "Notify").first?.texts[4].contains("Spam <b>") == true)
  }

  @Test("A server that the bus can start is started by the first notification, and not asked again by the same one") func startable() {
    var stage = MachineStage([:], activatable: [.notifications])
    #expect(stage.line([]).calls.isEmpty)
    #expect(stage.line([Self.ringing]).calls(of: "GetCapabilities").count == 1)
    let failed = (0..<16).flatMap { stage.take(.reply(.capabilities($0), .failed("NoReply"))) }
    #expect(failed.calls.isEmpty)
    #expect(stage.line([MachineStage.call("A", "ringing", #", "silenced": true"#)]).calls(of: "GetCapabilities").isEmpty)
    #expect(
      stage.line([MachineStage.call("A", "ringing"), MachineStage.call("B", "ringing")]).calls(of: "GetCapabilities").count == 1)
  }

  @Test("When the host ends, nothing of its calls stays, and questions are answered") func hostEnds() throws {
    var stage = MachineStage([.notifications: MachineStage.server, .callAudio: ":1.50"])
    _ = try ringing(&stage)
    _ = stage.line([Self.ringing, MachineStage.call("B", "active")])
    stage.take(.question(1, .call("1", isServiceCode: false)))
    let effects = stage.take(.hostEnds)
    #expect(effects.calls(of: "CloseNotification").first?.texts == ["5"] && effects.contains(.decided(1, .unavailable)))
    #expect(effects.calls(of: "SelectMode").first?.texts == ["0"])
  }

  @Test("Off, nothing is shown; switched off, what is shown goes; switched on, it comes") func settings() throws {
    var stage = MachineStage([.notifications: MachineStage.server])
    _ = try ringing(&stage)
    var settings = DesktopSettings()
    settings.players = false
    #expect(stage.take(.settings(settings)).calls(of: "GetCapabilities").isEmpty)
    settings.notifications = .off
    #expect(stage.take(.settings(settings)).calls(of: "CloseNotification").first?.texts == ["5"])
    #expect(stage.line([Self.ringing, MachineStage.call("B", "ringing")]).calls(of: "Notify").isEmpty)
    settings.notifications = .auto
    #expect(stage.take(.settings(settings)).calls(of: "GetCapabilities").count == 1)
    #expect(stage.serve().calls(of: "Notify").count == 2)
  }

  @Test("On a locked session no name and no label is shown, unless configured", arguments: [false, true])
  func locked(_ showsNames: Bool) throws {
    var stage = MachineStage([.notifications: MachineStage.server, .logind: MachineStage.logind]) { $0.lockedNames = showsNames }
    stage.take(.reply(.user, .values(["/user"])))
    stage.take(.reply(.display, .values([.array(["2", "/session"])])))
    stage.take(.reply(.hint, .values([true])))
    let notify = try ringing(&stage)
    #expect(notify.texts[3].contains("Ann") == showsNames && notify.texts[4].contains("Spam") == showsNames)
    #expect(notify.texts[3].contains("+15550100") == !showsNames)
    let unlocked = stage.take(
      .signal(
        DesktopSignal(
          MachineStage.logind, "/session", "PropertiesChanged",
          ["org.freedesktop.login1.Session", .object(of: ["LockedHint": false]), .array([])])))
    #expect(unlocked.calls(of: "Notify").first?.texts[3].contains("Ann") == (showsNames ? nil : true))
  }
}

@Suite("DesktopMachine: the portal") struct PortalTests {
  private static let portal = ":1.30"

  private func stage(_ version: Int, _ categories: [String]) throws -> (MachineStage, [DesktopEffect]) {
    var stage = MachineStage([.portal: Self.portal, .notifications: MachineStage.server], isSandboxed: true)
    let properties = JSONValue.object(of: [
      "version": .integer(version), "SupportedOptions": .object(of: ["category": .strings(categories)]),
    ])
    let effects = (0..<16).flatMap { stage.take(.reply(.portal($0), .values([properties]))) }
    return (stage, effects)
  }

  @Test("A portal that knows incoming calls gets them, with purposes") func incoming() throws {
    var (stage, _) = try stage(2, ["call.incoming", "call.missed"])
    let effects = stage.line([MachineStage.call("A", "ringing")])
    let add = try #require(effects.calls(of: "AddNotification").first)
    #expect(add.texts[0] == "call-A" && add.texts[1].contains("category=call.incoming") && add.texts[1].contains("priority=urgent"))
    #expect(
      add.texts[1].contains("label=Answer action=answer purpose=call.accept; label=Decline action=decline purpose=call.decline"))
    stage.take(.reply(try effects.tag(of: "AddNotification"), .values([])))
    let pressed = stage.take(
      .signal(DesktopSignal(Self.portal, "/org/freedesktop/portal/desktop", "ActionInvoked", ["call-A", "answer", .array([])])))
    #expect(pressed.requests == [#"call.answer {"call":"A","origin":"user"}"#])
    #expect(stage.end("A", "answeredElsewhere").calls(of: "RemoveNotification").first?.texts == ["call-A"])
  }

  @Test("An older portal, and one without calls, leaves them to the notification server") func older() throws {
    for (version, categories) in [(1, ["call.incoming"]), (2, []), (2, ["im.message"])] {
      var (stage, effects) = try stage(version, categories)
      #expect(effects.calls(of: "GetCapabilities").count == 1)
      stage.serve()
      #expect(stage.line([MachineStage.call("A", "ringing")]).calls.map(\.member).contains("Notify"))
    }
  }

  @Test("The program registers its id first") func registers() {
    var stage = MachineStage([:]) { $0.notifications = .portal }
    let members = stage.take(.owner(.portal, Self.portal)).calls
    #expect(members.map(\.member) == ["Register", "GetAll"] && members[0].texts[0] == "org.hookswitch.Hookswitch")
  }
}
