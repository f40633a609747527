import CallControl
import HostService
import HostSurface
import StrictJSON
import Testing

@testable import CallStore

@Suite("MemoryMethods: callers, do-not-disturb, grants and directories")
struct CallerMethodTests {
  private let memory: TestMemory

  init() throws {
    memory = try TestMemory()
  }

  @Test("A rule has its peer and time, and the judge knows it and its removal at once")
  func blocks() throws {
    let rule = try memory.call(
      .blockAdd, #"{"kind": "exact", "value": "+1 202 555 0100", "effect": "silence", "reason": "no", "until": "2026-12-01T00:00:00Z"}"#)
    #expect(
      rule.text == """
        {"id":1,"kind":"exact","value":"+1 202 555 0100","effect":"silence","reason":"no","addedBy":"uid:1000",\
        "added":"2026-11-22T12:00:00.000Z","until":"2026-12-01T00:00:00.000Z","hits":0}
        """)
    #expect(try memory.call(.blockAdd, #"{"kind": "withheld", "value": ""}"#, by: Peer(.text))["addedBy"]?.string == "user")
    #expect(try memory.call(.blockList).ids("rules") == [1, 2])
    let decision = try memory.call(.callerCheck, #"{"handle": "+12025550100"}"#)
    #expect(decision["ring"]?.string == "silence" && decision["rule"]?.string == "J4 block:1" && decision["refusal"] == nil)
    #expect(decision["steps"]?.array?.last?["rule"]?.string == "N4")
    let withheld = try memory.call(.callerCheck)
    #expect(withheld["ring"]?.string == "refuse" && withheld["refusal"]?.string == "filteredByBlockList")
    #expect(try memory.call(.callerCheck, #"{"handle": "+12025550100", "at": "2026-12-02T00:00:00Z"}"#)["rule"]?.string == "I2")
    memory.keep([.missed]) { ($0.step, $0.decidedBy) = (.begun, "J4 block:1") }
    let hit = try memory.call(.blockList)["rules"]?.array?[0]
    #expect(hit?["hits"]?.integer == 1 && hit?["lastHit"]?.string == "2026-11-22T12:00:00.000Z")
    try memory.call(.blockRemove, #"{"id": 1}"#)
    #expect(try memory.call(.callerCheck, #"{"handle": "+12025550100"}"#)["rule"]?.string == "I2")
    SurfaceCheck.fails(.notFound, ["what": "rule", "name": "1"]) { try memory.call(.blockRemove, #"{"id": 1}"#) }
    for (kind, value) in [("exact", ""), ("prefix", ""), ("all", "x")] {
      SurfaceCheck.fails(.invalid, ["at": "/value"]) { try memory.call(.blockAdd, "{\"kind\": \"\(kind)\", \"value\": \"\(value)\"}") }
    }
  }

  @Test("A decision has the contact, and each kind of rule and effect is a word of the table")
  func words() throws {
    try memory.call(.contactPut, #"{"contact": {"name": "Ann", "handles": [{"handle": "+12025550100"}]}}"#)
    #expect(try memory.call(.callerCheck, #"{"handle": "+12025550100", "line": "other", "provider": "a"}"#)["contact"]?.integer == 1)
    for kind in BlockRule.Kind.allCases {
      for effect in BlockRule.Effect.allCases {
        let value = [.exact, .prefix, .pattern].contains(kind) ? "+1" : ""
        let rule = try memory.call(
          .blockAdd, "{\"kind\": \"\(kind.rawValue)\", \"value\": \"\(value)\", \"effect\": \"\(effect.rawValue)\"}")
        #expect(rule["kind"]?.string == kind.rawValue && rule["effect"]?.string == effect.rawValue)
      }
    }
    #expect(HostSurface.declaration(of: .blockKind) == .words(BlockRule.Kind.allCases.map(\.rawValue)))
    #expect(HostSurface.declaration(of: .blockEffect) == .words(BlockRule.Effect.allCases.map(\.rawValue)))
    #expect(HostSurface.declaration(of: .ring) == .words(CallerDecision.Ring.allCases.map(\.rawValue)))
    #expect(HostSurface.declaration(of: .dndMode) == .words(DoNotDisturb.Mode.allCases.map(\.rawValue)))
    #expect(HostSurface.declaration(of: .dndEffect) == .words(DoNotDisturb.Effect.allCases.map(\.rawValue)))
    #expect(HostSurface.declaration(of: .weekday) == .words(Schedule.Day.allCases.map(\.rawValue)))
    #expect(HostSurface.declaration(of: .storeState) == .words(StoreState.allCases.map(\.rawValue)))
  }

  @Test("Do-not-disturb is set with its end, configured member by member, and tells why it counts")
  func doNotDisturb() throws {
    #expect(
      try memory.call(.doNotDisturbGet).text
        == #"{"mode":"off","active":false,"effect":"refuse","schedules":[],"favourites":true,"contacts":false,"repeatWithin":180,"lines":[]}"#
    )
    let on = try memory.call(.doNotDisturbSet, #"{"mode": "on", "until": "2026-11-22T13:00:00Z"}"#)
    #expect(on["active"] == .bool(true) && on["rule"]?.string == "until" && on["until"]?.string == "2026-11-22T13:00:00.000Z")
    #expect(try memory.call(.callerCheck, #"{"handle": "+1"}"#)["refusal"]?.string == "filteredByDoNotDisturb")
    memory.advance(seconds: 3_600)
    #expect(try memory.call(.doNotDisturbGet)["active"] == .bool(false))
    #expect(try memory.call(.doNotDisturbSet, #"{"mode": "on"}"#)["until"] == nil)
    let configured = try memory.call(
      .doNotDisturbConfigure,
      """
      {"effect": "silence", "schedules": [{"name": "lunch", "days": ["sun"], "from": "12:00", "to": "14:00", "timezone": "UTC"}, {"name": "night",
      "days": ["mon"], "from": "22:00", "to": "07:00", "enabled": false}], "favourites": false, "contacts": true, "repeatWithin": 2.5,
      "lines": ["office"]}
      """)
    #expect(configured["mode"]?.string == "on" && configured["rule"]?.string == "on" && configured["repeatWithin"]?.text == "2.5")
    #expect(configured["schedules"]?.array?[1].text == #"{"name":"night","days":["mon"],"from":"22:00","to":"07:00","enabled":false}"#)
    let scheduled = try memory.call(.doNotDisturbSet, #"{"mode": "schedule"}"#)
    #expect(scheduled["rule"]?.string == "schedule:lunch" && scheduled["lines"]?.strings == ["office"])
    #expect(try memory.call(.callerCheck, #"{"handle": "+1", "line": "office"}"#)["ring"]?.string == "silence")
    #expect(try memory.call(.callerCheck, #"{"handle": "+1"}"#)["ring"]?.string == "ring")
    #expect(try memory.call(.doNotDisturbConfigure, #"{"contacts": false}"#)["favourites"] == .bool(false))
    #expect(try memory.call(.doNotDisturbSet, #"{"mode": "off", "until": "2026-11-23T00:00:00Z"}"#)["until"] == nil)
  }

  @Test("A schedule that no clock has is refused with its place, and nothing is changed")
  func wrongSchedules() throws {
    let before = try memory.call(.doNotDisturbGet)
    func schedule(_ name: String, _ days: String, _ from: String, _ to: String, _ rest: String = "") -> String {
      "{\"name\": \"\(name)\", \"days\": [\(days)], \"from\": \"\(from)\", \"to\": \"\(to)\"\(rest)}"
    }
    let table = [
      (schedule("a", "\"mon\"", "25:00", "07:00"), "from"), (schedule("a", "\"mon\"", "22:00", "7:00"), "to"),
      (schedule("a", "", "22:00", "07:00"), "days"), (schedule("", "\"mon\"", "22:00", "07:00"), "name"),
      (schedule("a", "\"mon\"", "22:00", "07:00", ", \"timezone\": \"Moon/Base\""), "timezone"),
    ]
    for (wrong, member) in table {
      SurfaceCheck.fails(.invalid, ["at": "/schedules/1/\(member)"]) {
        try memory.call(
          .doNotDisturbConfigure, "{\"contacts\": true, \"schedules\": [\(schedule("good", "\"mon\"", "22:00", "07:00")), \(wrong)]}")
      }
    }
    let many = (0..<65).map { schedule("\($0)", "\"mon\"", "22:00", "07:00") }.joined(separator: ", ")
    SurfaceCheck.fails(.tooLarge) { try memory.call(.doNotDisturbConfigure, "{\"schedules\": [\(many)]}") }
    #expect(try memory.call(.doNotDisturbGet) == before)
  }

  @Test("Grants are given, listed and taken back; a question waits among them")
  func grants() throws {
    let grant = try memory.call(
      .accessGrant, #"{"peer": "app:org.example.Chat", "rights": ["observe", "control:call.end"], "names": ["chat", "line:main"]}"#)
    #expect(
      grant.text == """
        {"peer":"app:org.example.Chat","rights":["observe","control:call.end"],"names":["chat","line:main"],\
        "granted":"2026-11-22T12:00:00.000Z"}
        """)
    _ = try memory.store.notePending("uid:1001", rights: ["provide"], names: ["chat"])
    let list = try memory.call(.accessList)
    #expect(list["grants"]?.array == [grant])
    #expect(list["pending"]?.array?.first?["asked"]?.string == "2026-11-22T12:00:00.000Z" && list["pending"]?.array?.count == 1)
    try memory.call(.accessRevoke, #"{"peer": "app:org.example.Chat"}"#)
    #expect(try memory.call(.accessList)["grants"]?.array == [])
    SurfaceCheck.fails(.notFound, ["what": "peer", "name": "uid:7"]) { try memory.call(.accessRevoke, #"{"peer": "uid:7"}"#) }
    for peer in ["ann", "uid:", "uid:ann", "other:1", "app:a b", ""] {
      SurfaceCheck.fails(.invalid, ["at": "/peer"]) { try memory.call(.accessGrant, "{\"peer\": \"\(peer)\", \"rights\": []}") }
    }
    for name in ["", "line:", "a b"] {
      SurfaceCheck.fails(.invalid, ["at": "/names/1"]) {
        try memory.call(.accessGrant, "{\"peer\": \"uid:1\", \"rights\": [], \"names\": [\"a\", \"\(name)\"]}")
      }
    }
  }

  @Test("A host without directories has an empty list, and knows none by name")
  func directories() throws {
    #expect(try memory.call(.directoryList)["directories"]?.array == [])
    #expect(try memory.call(.directoryLookup, #"{"number": "+1"}"#)["entries"]?.array == [])
    for (method, rest) in [
      (MethodName.directoryGet, ""), (.directorySetEnabled, ", \"enabled\": true"), (.directoryReload, ""), (.directoryCancel, ""),
    ] {
      SurfaceCheck.fails(.notFound, ["what": "directory", "name": "spam"]) { try memory.call(method, "{\"directory\": \"spam\"\(rest)}") }
    }
  }
}
