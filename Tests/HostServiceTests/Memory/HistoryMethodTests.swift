import CallControl
import Foundation
import HostService
import HostSurface
import StrictJSON
import Testing

@testable import CallStore

@Suite("MemoryMethods: history")
struct HistoryMethodTests {
  private let memory: TestMemory

  init() throws {
    memory = try TestMemory()
  }

  @Test("A call with every member, and one with the least, have the type HistoryCall")
  func members() throws {
    try memory.call(.contactPut, #"{"contact": {"name": "Ann", "handles": [{"handle": "+1 202 555 0100"}]}}"#)
    let other = UUID()
    let call = memory.keep([.answered]) { record in
      (record.name, record.label, record.labelSource, record.decidedBy) = ("A. Smith", "Office", "org.example", "J7 contact:1")
      (record.started, record.connecting, record.connected) = (record.began + 1, record.began + 2, record.began + 250)
      (record.duration, record.group, record.hasVideo, record.isEmergency) = (1_250, 3, true, true)
      (record.reason, record.cause, record.madeRoomFor) = ("localEnded", "madeRoom", other)
      (record.transportDomain, record.transportCode, record.transportCause, record.transportMessage) = ("SIP", 486, 17, "Busy Here")
    }[0]
    try memory.store.addRecording("/tmp/a.wav", to: call)
    let json = try memory.call(.historyGet, "{\"call\": \"\(call.uuidString.lowercased())\"}")
    #expect(
      json.text == """
        {"id":1,"change":3,"call":"\(call.uuidString)","line":"main","provider":"office","direction":"incoming","outcome":"answered",\
        "handle":{"type":"phoneNumber","value":"+12025550100"},"name":"A. Smith","displayName":"Ann","label":"Office",\
        "labelSource":"org.example","contact":1,"began":"2026-11-22T12:00:00.000Z","started":"2026-11-22T12:00:00.001Z",\
        "connecting":"2026-11-22T12:00:00.002Z","connected":"2026-11-22T12:00:00.250Z","ended":"2026-11-22T12:00:01.500Z","duration":1.25,\
        "decidedBy":"J7 contact:1","end":{"reason":"localEnded","cause":"madeRoom","madeRoomFor":"\(other.uuidString)",\
        "transport":{"domain":"SIP","code":486,"cause":17,"message":"Busy Here"}},"group":3,"emergency":true,"video":true,\
        "recordings":["/tmp/a.wav"],"read":false}
        """)
    let least = memory.keep([.blocked], number: nil) { record in
      (record.step, record.reason, record.refusal) = (.refused, nil, "filteredByBlockList")
    }[0]
    let second = try memory.call(.historyGet, "{\"call\": \"\(least.uuidString)\"}")
    #expect(second["displayName"]?.string == "Unknown" && second["refusal"]?.string == "filteredByBlockList" && second["end"] == nil)
    #expect(second["handle"] == nil && second["duration"] == nil && second["contact"] == nil)
  }

  @Test("Every outcome and every code of a refusal has its word", arguments: CallRecord.Outcome.allCases)
  func words(outcome: CallRecord.Outcome) throws {
    for code in CallError.Code.allCases { memory.keep([outcome]) { $0.refusal = code.rawValue } }
    let calls = try memory.call(.historyList, #"{"limit": 1000}"#)["calls"]?.array ?? []
    #expect(calls.count == CallError.Code.allCases.count && calls.allSatisfy { $0["outcome"]?.string == outcome.rawValue })
    #expect(Set(calls.compactMap { $0["refusal"]?.string }) == Set(CallError.Code.allCases.map(\.rawValue)))
  }

  @Test("Pages follow one another by next, and each member of the filter selects")
  func list() throws {
    memory.keep([.missed, .answered])
    memory.advance(seconds: 60)
    memory.keep([.missed], number: "+12025550101") { record in
      (record.line, record.provider, record.isOutgoing, record.name) = ("second", "home", true, "Bob")
    }
    let first = try memory.call(.historyList, #"{"limit": 2}"#)
    #expect(first.ids("calls") == [3, 2] && first["next"]?.integer == 2)
    let second = try memory.call(.historyList, #"{"limit": 2, "before": 2}"#)
    #expect(second.ids("calls") == [1] && second["next"] == nil)
    try memory.call(.historyMarkRead, #"{"ids": [1]}"#)
    let table: [(String, [Int])] = [
      ("{}", [3, 2, 1]), (#"{"handle": "+1 (202) 555-0101"}"#, [3]),
      (#"{"handle": {"type": "phoneNumber", "value": "+12025550100"}}"#, [2, 1]), (#"{"provider": "home"}"#, [3]),
      (#"{"line": "main"}"#, [2, 1]), (#"{"outcomes": ["answered", "blocked"]}"#, [2]), (#"{"outcomes": []}"#, []),
      (#"{"direction": "outgoing"}"#, [3]), (#"{"unread": true}"#, [3, 2]), (#"{"unread": false}"#, [1]),
      (#"{"from": "2026-11-22T12:01:00Z"}"#, [3]), (#"{"to": "2026-11-22T12:01:00.000Z"}"#, [2, 1]), (#"{"text": "bob"}"#, [3]),
      (#"{"contact": 7}"#, []), (#"{"line": "main", "unread": true}"#, [2]),
    ]
    for (filter, ids) in table {
      #expect(try memory.call(.historyList, "{\"filter\": \(filter)}").ids("calls") == ids, "\(filter)")
    }
  }

  @Test("A change is visible to the next query, and changes tell each entry's last one and the removals")
  func changes() throws {
    memory.keep([.missed, .missed, .answered, .missed])
    #expect(try memory.call(.historyMarkRead, #"{"ids": [1, 1, 99]}"#)["changed"]?.integer == 1)
    #expect(try memory.call(.historyMarkRead, #"{"before": 2}"#)["changed"]?.integer == 1)
    #expect(try memory.call(.historyMarkRead)["changed"]?.integer == 2)
    #expect(try memory.call(.historyMarkRead, #"{"read": false, "ids": [3]}"#)["changed"]?.integer == 1)
    #expect(try memory.call(.historyRemove, #"{"ids": [1, 99]}"#)["changed"]?.integer == 1)
    #expect(try memory.call(.historyRemove, #"{"filter": {"outcomes": ["missed"], "unread": false}}"#)["changed"]?.integer == 2)
    #expect(try memory.call(.historyList).ids("calls") == [3])
    let page = try memory.call(.historyChanges, #"{"after": 0, "limit": 3}"#)
    #expect(page["more"] == .bool(true) && page["changes"]?.array?.count == 3)
    let rest = try memory.call(.historyChanges, "{\"after\": \(page["next"]?.integer ?? 0)}")
    let changes = (page["changes"]?.array ?? []) + (rest["changes"]?.array ?? [])
    #expect(changes.compactMap { $0["id"]?.integer } == [3, 1, 2, 4] && rest["more"] == .bool(false))
    #expect(changes.map { $0["removed"] == .bool(true) } == [false, true, true, true])
    #expect(changes.map { $0["entry"] != nil } == [true, false, false, false])
    #expect(try memory.call(.historyRemove, #"{"filter": {}}"#)["changed"]?.integer == 1)
  }

  @Test("Wrong parameters and unknown calls are typed errors, and change nothing")
  func errors() throws {
    let call = UUID().uuidString
    memory.keep([.missed])
    SurfaceCheck.fails(.notFound, ["what": "call", "name": call]) { try memory.call(.historyGet, "{\"call\": \"\(call)\"}") }
    SurfaceCheck.fails(.invalid, ["at": "/limit"]) { try memory.call(.historyList, #"{"limit": 0}"#) }
    SurfaceCheck.fails(.invalid, ["at": "/limit"]) { try memory.call(.historyChanges, #"{"after": 0, "limit": -1}"#) }
    SurfaceCheck.fails(.invalid, ["at": "/before"]) { try memory.call(.historyMarkRead, #"{"ids": [1], "before": 1}"#) }
    SurfaceCheck.fails(.invalid, ["at": "/ids"]) { try memory.call(.historyRemove) }
    SurfaceCheck.fails(.invalid, ["at": "/filter"]) { try memory.call(.historyRemove, #"{"ids": [1], "filter": {}}"#) }
    #expect(try memory.call(.historyList, #"{"filter": {"unread": true}}"#).ids("calls") == [1])
  }
}
