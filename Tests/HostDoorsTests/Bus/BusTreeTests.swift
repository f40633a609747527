import CallControl
import DoorKit
import HostDoors
import HostSurface
import StrictJSON
import Testing

/// The objects of the bus as a pure value: notifications go in, and news comes out.
@Suite("BusTree") struct BusTreeTests {
  private static let call = "0B5DFF2B-3A41-4B40-9C21-7F7D5C3F0A11"
  private static let path = "/org/hookswitch/Host1/calls/0B5DFF2B3A414B409C217F7D5C3F0A11"
  private static let interface = "org.hookswitch.Call1"

  private func json(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  private func call(_ state: String, line: String = "main", more: String = "") -> String {
    """
    {"call": "\(Self.call)", "line": "\(line)", "provider": "a b", "direction": "incoming", "state": "\(state)", "group": 3,
     "handle": {"type": "phoneNumber", "value": "+12025550101"}, "displayName": "Ann", "capabilities": ["holding"], "muted": false,
     "remotelyHeld": false, "waiting": false, "silenced": false, "mixed": false, "transferring": false, "emergency": false,
     "earlyMedia": false, "recording": false, "began": "2026-11-22T12:00:00.000Z"\(more)}
    """
  }

  private func line(_ calls: String..., name: String = "main", sequence: Int = 7) throws -> JSONValue {
    try json(
      """
      {"jsonrpc": "2.0", "method": "state", "params": {"subscription": 1, "topic": "line", "key": "\(name)", "sequence": \(sequence),
       "value": {"line": "\(name)", "revision": 4, "calls": [\(calls.joined(separator: ","))], "audioOwners": [], "doNotDisturb": false}}}
      """)
  }

  private func record(_ kind: String, _ data: String = "{}", topic: String = "call", sequence: Int = 9) throws -> JSONValue {
    try json(
      """
      {"jsonrpc": "2.0", "method": "record", "params": {"subscription": 1, "topic": "\(topic)", "kind": "\(kind)", "sequence": \(sequence),
       "time": "2026-11-22T12:01:00.000Z", "line": "main", "call": "\(Self.call)", "data": \(data)}}
      """)
  }

  private func at(_ seconds: Int) -> Instant { Instant(nanoseconds: Int64(seconds) * 1_000_000_000) }

  private func begun(allLines: Bool = false) throws -> BusTree {
    var tree = BusTree(hasAllLines: allLines)
    tree.begin(try json(#"{"states": [], "cursor": {"epoch": "E", "sequence": 1}}"#), at: at(0))
    #expect(tree.flush(at: at(0)) == [])
    return tree
  }

  @Test("A call gets an object with all properties of its interface, and paths for names") func added() throws {
    var tree = try begun()
    tree.take(try line(call("ringing", more: #","answerChoices": {"hold": null, "end": {"code": "callIsEmergency"}}"#)), at: at(1))
    let news = tree.flush(at: at(1))
    #expect(news.count == 2 && news.allSatisfy(\.isAddition))
    let values = try #require(tree.properties(of: .call(Self.call))[Self.interface])
    #expect(Set(values.keys) == Set(BusInterface.call.properties.map(\.name)))
    #expect(values["State"]?.json == "ringing" && values["Group"]?.json == 3 && values["Contact"]?.json == 0)
    #expect(values["Line"]?.json == "/org/hookswitch/Host1/lines/main")
    #expect(values["Provider"]?.json == "/org/hookswitch/Host1/providers/a_20b")
    #expect(values["Handle"]?.json == "+12025550101" && values["HandleType"]?.json == "phoneNumber" && values["EndReason"]?.json == "")
    #expect(values["AnswerChoices"]?.json == .object(of: ["hold": "", "end": "callIsEmergency"]))
    #expect(tree.properties(of: .line("main"))["org.hookswitch.Line1"]?["Calls"]?.json == .strings([Self.path]))
    #expect(BusObject(path: Self.path) == .call(Self.call) && BusObject.call(Self.call).path == Self.path)
  }

  @Test("Changes of one batch are one signal with the newest values; what stays is not told") func changed() throws {
    var tree = try begun()
    tree.take(try line(call("ringing")), at: at(1))
    _ = tree.flush(at: at(1))
    tree.take(try line(call("answering")), at: at(1))
    tree.take(try line(call("active", more: #","name": "Ann B"}"#.replacing("}", with: ""))), at: at(1))
    guard case .changed(Self.path, Self.interface, let values)? = tree.flush(at: at(1)).first else {
      Issue.record("no change is told")
      return
    }
    #expect(values.mapValues(\.json) == ["State": "active", "Name": "Ann B"])
    #expect(tree.flush(at: at(2)) == [])
  }

  @Test("An ended call has its end at once, and loses its object 3 s later") func ended() throws {
    var tree = try begun()
    tree.take(try line(call("active")), at: at(1))
    _ = tree.flush(at: at(1))
    tree.take(try line(), at: at(2))
    tree.take(try record("ended", #"{"reason": "declined", "cause": "byUser"}"#), at: at(2))
    let news = tree.flush(at: at(2))
    #expect(
      news.contains { if case .signal(Self.path, Self.interface, "Ended", let values) = $0 { values[0].json == "declined" } else { false } }
    )
    let values = try #require(tree.properties(of: .call(Self.call))[Self.interface])
    #expect(values["State"]?.json == "ended" && values["EndReason"]?.json == "declined" && values["EndCause"]?.json == "byUser")
    #expect(values["EndedAt"]?.json == "2026-11-22T12:01:00.000Z")
    #expect(tree.nextRemoval == at(5) && tree.flush(at: at(4)) == [] && tree.exists(.call(Self.call)))
    #expect(tree.flush(at: at(5)) == [.removed(path: Self.path, interfaces: [Self.interface])] && tree.nextRemoval == nil)
  }

  @Test("A call that came and went between two readings still has an object, before its signals") func quick() throws {
    var tree = try begun()
    tree.take(try line(), at: at(1))
    tree.take(try record("added", call("dialing")), at: at(1))
    tree.take(try record("ended", #"{"reason": "failed"}"#), at: at(1))
    let news = tree.flush(at: at(1))
    let first = news.firstIndex { if case .added(Self.path, _) = $0 { true } else { false } }
    let last = news.firstIndex { if case .signal(Self.path, _, "Ended", _) = $0 { true } else { false } }
    #expect(try #require(first) < #require(last))
  }

  @Test("Lines of single calls and their calls are exported only where the configuration says all") func singleCalls() throws {
    for all in [false, true] {
      var tree = try begun(allLines: all)
      tree.take(try line(call("active", line: "each-1"), name: "each-1"), at: at(1))
      tree.take(try record("dtmf", #"{"digits": "5"}"#), at: at(1))
      #expect(tree.flush(at: at(1)).isEmpty != all && tree.exists(.call(Self.call)) == all && tree.exists(.line("each-1")) == all)
    }
  }

  @Test(
    "Records become the signals of the table",
    arguments: [
      ("dtmf", "call", #"{"digits": "12"}"#, "org.hookswitch.Call1", "DTMFReceived", ["12"]),
      ("transferRequested", "call", #"{"handle": {"type": "generic", "value": "x"}}"#, "org.hookswitch.Call1", "TransferRequested", ["x"]),
      ("resumeOffered", "call", "{}", "org.hookswitch.Call1", "ResumeOffered", []),
      ("contacts", "store", #"{"ids": [4, 5]}"#, "org.hookswitch.Contacts1", "Changed", [.array([4, 5])]),
      ("blocks", "store", #"{"ids": [6]}"#, "org.hookswitch.BlockList1", "Changed", [.array([6])]),
      ("added", "history", #"{"change": 8, "ids": [1]}"#, "org.hookswitch.History1", "Changed", [8, .array([1])]),
      (
        "failed", "request", #"{"request": 3, "state": "failed", "error": {"code": "unknownCallUUID"}}"#, "org.hookswitch.Host1",
        "RequestSettled",
        [
          3, "failed", "unknownCallUUID",
          .object(of: ["request": 3, "state": "failed", "error": .object(of: ["code": "unknownCallUUID"])]),
        ]
      ),
    ] as [(String, String, String, String, String, [JSONValue])])
  func signals(_ kind: String, _ topic: String, _ data: String, _ interface: String, _ name: String, _ values: [JSONValue]) throws {
    var tree = try begun()
    tree.take(try line(call("active")), at: at(1))
    _ = tree.flush(at: at(1))
    tree.take(try record(kind, data, topic: topic), at: at(1))
    let signals = tree.flush(at: at(1)).compactMap { news -> (String, String, [JSONValue])? in
      guard case .signal(_, let interface, let name, let values) = news else { return nil }
      return (interface, name, values.map(\.json))
    }
    #expect(signals.contains { $0 == (interface, name, values) }, "\(signals)")
    // Each record that programs may see is also an Event of the host.
    #expect(signals.contains { $0.1 == "Event" && $0.2[1] == .string(topic) && $0.2[2] == .string(kind) })
  }

  @Test("The records of log and journal, which need the right configure, are no signals") func secrets() throws {
    var tree = try begun()
    tree.take(try record("info", topic: "log"), at: at(1))
    tree.take(try record("event", topic: "journal"), at: at(1))
    #expect(tree.flush(at: at(1)) == [])
  }

  @Test("A contact's image is looked up once, and again after contacts changed") func image() throws {
    var tree = try begun()
    tree.take(try line(call("active", more: #","contact": 12"#)), at: at(1))
    _ = tree.flush(at: at(1))
    #expect(tree.takeWantedContacts() == [12] && tree.takeWantedContacts() == [])
    tree.setImage("/a.png", ofContact: 12)
    guard case .changed(_, _, let values)? = tree.flush(at: at(1)).first else {
      Issue.record("no change is told")
      return
    }
    #expect(values.mapValues(\.json) == ["Image": "/a.png"])
    tree.take(try record("contacts", #"{"ids": [12]}"#, topic: "store"), at: at(1))
    #expect(tree.takeWantedContacts() == [12])
  }
}
