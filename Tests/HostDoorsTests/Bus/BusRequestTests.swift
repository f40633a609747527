import DoorKit
import HostService
import HostSurface
import StrictJSON
import Testing

@testable import HostDoors

/// The typed members of the bus, and the methods of the table behind them.
@Suite("BusRequest") struct BusRequestTests {
  private static let call = "0B5DFF2B-3A41-4B40-9C21-7F7D5C3F0A11"

  private func parameters(_ interface: BusInterface, _ name: String, on object: BusObject, _ arguments: JSONValue...) throws -> String {
    let member = try #require(interface.methods.first { $0.name == name })
    guard case .row(let method) = member.source else { throw MethodError(.internal, "no row") }
    return try BusRequest.parameters(of: member, method, on: object, arguments).text
  }

  @Test("The object, the arguments and the options are the parameters of the method") func parameters() throws {
    let options: JSONValue = .object(of: ["wait": "performed", "origin": "user"])
    #expect(
      try parameters(.call, "SetMuted", on: .call(Self.call), true, options)
        == #"{"call":"\#(Self.call)","muted":true,"wait":"performed","origin":"user"}"#)
    #expect(try parameters(.line, "Swap", on: .line("main"), .object([])) == #"{"line":"main"}"#)
    #expect(try parameters(.call, "TransferTo", on: .call(Self.call), "X", .object([])) == #"{"call":"\#(Self.call)","to":"X"}"#)
    #expect(try parameters(.host, "OpenURL", on: .manager, "tel:1", .object([])) == #"{"handle":"tel:1"}"#)
    #expect(try parameters(.providerReports, "SetReady", on: .provider("p"), false, "") == #"{"provider":"p","ready":false}"#)
  }

  @Test("An empty text and a zero leave an optional parameter out; a required one stays") func absent() throws {
    #expect(try parameters(.host, "CheckCaller", on: .manager, "") == "{}")
    #expect(try parameters(.history, "List", on: .manager, .object([]), 0, 0) == #"{"filter":{}}"#)
    #expect(try parameters(.history, "List", on: .manager, .object([]), 7, 20) == #"{"filter":{},"before":7,"limit":20}"#)
    #expect(try parameters(.doNotDisturb, "Set", on: .manager, "on", "") == #"{"mode":"on"}"#)
    #expect(try parameters(.contacts, "Remove", on: .manager, 0) == #"{"id":0}"#)
  }

  @Test("A cursor comes as two arguments, and settings as a JSON text") func forms() throws {
    #expect(
      try parameters(.host, "GetEvents", on: .manager, "E", 4, 10) == #"{"since":{"epoch":"E","sequence":4},"limit":10}"#)
    #expect(
      try parameters(.provider, "Configure", on: .provider("p"), #"{"port": 5060}"#) == #"{"provider":"p","settings":{"port":5060}}"#)
    #expect(throws: MethodError.self) { try parameters(.provider, "Configure", on: .provider("p"), "{") }
  }

  @Test("RFC 3966: a link that is opened becomes a handle; header fields and unknown schemes are refused")
  func links() throws {
    #expect(
      try BusRequest.link("tel:+1-202-555-0101", schemes: []).handle.json
        == .object(of: ["type": "phoneNumber", "value": "+12025550101"]))
    #expect(try BusRequest.link("meet:room", schemes: ["meet"]).handle.json == .object(of: ["type": "meet", "value": "room"]))
    for text in ["sip:a@b?Replaces=1", "sip:a@b;method=BYE", "meet:room", "http://a", ""] {
      #expect(throws: MethodError.self, "\(text)") { try BusRequest.link(text, schemes: []) }
    }
    let code = try BusRequest.link("tel:*21*1%23", schemes: [])
    #expect(code.isServiceCode)
    #expect(BusRequest.refusal(of: code, isRefused: false).message.contains("service code"))
    #expect(BusRequest.refusal(of: code, isRefused: true).code == "rejected")
  }

  @Test("An option that names a parameter a second time is refused") func twice() {
    #expect(throws: MethodError.self) {
      try parameters(.call, "SetMuted", on: .call(Self.call), true, .object(of: ["muted": false]))
    }
  }

  @Test("Results have the types of the interface; an absent one is empty") func results() throws {
    func results(_ interface: BusInterface, _ name: String, _ text: String) throws -> [BusValue] {
      let member = try #require(interface.methods.first { $0.name == name })
      guard case .row(let method) = member.source else { throw MethodError(.internal, "no row") }
      return BusRequest.results(try JSONReader.read(Array(text.utf8)), of: member, method)
    }
    let dial = try results(.host, "Dial", #"{"request": 5, "call": "\#(Self.call)", "state": "accepted"}"#)
    #expect(dial.map(\.signature) == ["o", "t"] && dial[0].json == .string(BusObject.call(Self.call).path) && dial[1].json == 5)
    let events = try results(.host, "GetEvents", #"{"records": [{"topic": "call"}], "next": {"epoch": "E", "sequence": 9}, "lost": -1}"#)
    #expect(events.map(\.json) == [.array([.object(of: ["topic": "call"])]), 9, -1])
    #expect(try results(.history, "List", #"{"calls": []}"#).map(\.json) == [.array([]), 0])
    #expect(try results(.contacts, "Match", "{}")[0].json == .object([]))
    #expect(try results(.host, "CheckCaller", #"{"ring": "ring"}"#)[0].json == .object(of: ["ring": "ring"]))
    #expect(try results(.call, "Record", #"{"file": "/a.wav"}"#)[0].json == "/a.wav")
    #expect(try results(.call, "Silence", "{}") == [])
  }

  @Test("Every method of the interfaces stands for a row, takes parameters of that row and gives what the row has") func table() throws {
    for interface in BusInterface.all where !interface.isImplementedByPrograms {
      for member in interface.methods {
        guard case .row(let method) = member.source else {
          #expect(member.name == "Invoke")
          continue
        }
        let names = Set(method.declaration.parameters.map(\.name))
        for argument in member.arguments {
          if case .parameter(let name)? = argument.use { #expect(names.contains(name), "\(member.name): \(name)") }
        }
        if let subject = member.subject { #expect(names.contains(subject)) }
      }
    }
  }

  @Test(
    "Within dictionaries the types of values follow the table",
    arguments: [
      (#"{"a": 1}"#, nil, "a{sv}"), ("5", .one(.seconds), "d"), ("5", .one(.int), "x"), ("5.5", nil, "d"), ("true", nil, "b"),
      (#"["a"]"#, nil, "as"), ("[]", .list(.text), "as"), ("[]", .list(.call), "aa{sv}"), ("[]", .list(.int), "ax"), ("[1]", nil, "ax"),
      (#"[1, "a"]"#, nil, "av"), ("[[1]]", nil, "av"), ("null", nil, "a{sv}"), (#"[{"a": 1}]"#, nil, "aa{sv}"), ("[]", nil, "as"),
    ] as [(String, FieldShape?, String)])
  func signature(_ text: String, _ shape: FieldShape?, _ signature: String) throws {
    #expect(BusSignature.of(try JSONReader.read(Array(text.utf8)), shape) == signature)
  }

  @Test("Names survive their path, and paths of other forms are no objects", arguments: ["main", "a b/ü", "", "1", "_"])
  func paths(_ name: String) {
    for object in [BusObject.line(name), .provider(name), .directory(name)] { #expect(BusObject(path: object.path) == object) }
    for path in ["/", "/org/hookswitch", "/org/hookswitch/Host1/calls/12", "/org/hookswitch/Host1/lines", "/org/hookswitch/Host1/x/y"] {
      #expect(BusObject(path: path) == nil)
    }
  }
}
