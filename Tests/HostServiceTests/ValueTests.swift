import CallControl
import Foundation
import HostService
import HostSurface
import StrictJSON
import Testing

@Suite("HostService: values of the surface")
struct ValueTests {
  static let clock = WallClock(offset: 1_795_348_800_123_000_000)

  static func call(_ number: Int) throws -> CallID {
    try #require(UUID(uuidString: "ABCD000\(number)-0000-0000-0000-00000000000\(number)"))
  }

  /// A line with one ready provider.
  static func line(_ id: LineID = .main) -> Line {
    var line = Line(id: id, policy: LinePolicy())
    var roster = Roster()
    roster.entries = [Roster.Entry(id: "p", configuration: ProviderConfiguration(localizedName: "Office"), standing: .ready)]
    _ = line.receive(.roster(roster), at: .zero)
    return line
  }

  static func ring(_ line: inout Line, _ number: Int, at seconds: Int64 = 1) throws {
    var update = CallUpdate()
    update.remoteHandle = Handle(type: .phoneNumber, value: "+1212555010\(number)")
    update.localizedCallerName = "Ada"
    let incoming = IncomingCall(call: try call(number), update: update)
    _ = line.receive(.incoming("p", incoming, IncomingFacts()), at: Instant(nanoseconds: seconds * 1_000_000_000))
  }

  @Test("A ringing call has every member of the type Call, and null for each allowed choice of an answer")
  func ringing() throws {
    var line = Self.line()
    try Self.ring(&line, 1)
    let call = try #require(line.snapshot.calls.first)
    let json = call.json(by: Self.clock)
    try HostSurface.check(json, is: .call)
    #expect(json["call"]?.string == "ABCD0001-0000-0000-0000-000000000001")
    #expect(json["state"]?.string == "ringing" && json["direction"]?.string == "incoming")
    #expect(json["displayName"]?.string == "Ada" && json["handle"]?["type"]?.string == "phoneNumber")
    #expect(json["began"]?.string == "2026-11-22T12:00:01.123Z")
    #expect(json["answerChoices"]?["automatic"] == .null)
    #expect(json["end"] == nil && json["recording"] == .bool(false))
    #expect(call.json(by: Self.clock, isRecording: true)["recording"] == .bool(true))
    let ended = call.ended(CallEnd(.localEnded, cause: .madeRoom(for: try Self.call(2))), at: Instant(nanoseconds: 2_000_000_000))
    let endedJSON = ended.json(by: Self.clock)
    try HostSurface.check(endedJSON, is: .call)
    #expect(
      endedJSON["end"]?.text
        == #"{"reason":"localEnded","cause":"madeRoom","madeRoomFor":"ABCD0002-0000-0000-0000-000000000002"}"#)
    #expect(endedJSON["answerChoices"] == nil)
  }

  @Test("I9: a call has the contact who calls, as the host's judge found it, and none of an unknown caller")
  func contact() throws {
    var line = Self.line()
    var facts = IncomingFacts()
    facts.contact = 7
    var update = CallUpdate()
    update.remoteHandle = Handle(type: .phoneNumber, value: "+12125550101")
    _ = line.receive(.incoming("p", IncomingCall(call: try Self.call(1), update: update), facts), at: Instant(nanoseconds: 1_000_000_000))
    let call = try #require(line.snapshot.calls.first).json(by: Self.clock)
    #expect(call["contact"]?.integer == 7)
    try HostSurface.check(call, is: .call)
    var other = Self.line()
    try Self.ring(&other, 2)
    #expect(try #require(other.snapshot.calls.first).json(by: Self.clock)["contact"] == nil)
  }

  @Test("A line has every member of the type Line")
  func line() throws {
    var line = Self.line()
    try HostSurface.check(line.snapshot.json(by: Self.clock), is: .line)
    try Self.ring(&line, 1)
    let json = line.snapshot.json(by: Self.clock, recorded: [try Self.call(1)])
    try HostSurface.check(json, is: .line)
    #expect(json["calls"]?.array?.first?["recording"] == .bool(true))
    #expect(json["revision"]?.integer == Int(line.snapshot.revision))
  }

  @Test("The text of a line is that of its value, without a call and with one, also where texts need escapes")
  func text() throws {
    var line = Self.line(LineID(rawValue: "li\"ne\n"))
    let recorded: Set = [try Self.call(1)]
    for count in 0...1 {
      if count == 1 { try Self.ring(&line, 1) }
      let value = line.snapshot.json(by: Self.clock, recorded: recorded)
      let content = line.snapshot.content(by: Self.clock) { recorded }
      #expect(value["calls"]?.array?.count == count && String(decoding: content.text, as: UTF8.self) == value.text)
      #expect(content.json == value)
    }
    let ids = (0..<50).map { _ in UUID() }
    #expect(ids.map { String(decoding: $0.jsonText(), as: UTF8.self) } == ids.map { "\"\($0.uuidString)\"" })
    #expect(ids.map { JSONValue(writing: $0) } == ids.map { .string($0.uuidString) })
  }

  @Test("A refusal has the code, the calls in the way and the transport's error", arguments: CallError.Code.allCases)
  func refusals(code: CallError.Code) throws {
    let error = CallError(code, [try Self.call(1)], transport: TransportError(domain: "SIP", code: 486, cause: 17, message: "Busy Here"))
    try HostSurface.check(error.json, is: .refusal)
    #expect(error.refusal.number == -32000 && error.refusal.code == code.rawValue)
    #expect(error.json["transport"]?.text == #"{"domain":"SIP","code":486,"cause":17,"message":"Busy Here"}"#)
  }

  @Test("Every cause of an end is a word of the table, and capabilities are read as they are written")
  func words() throws {
    for cause in [EndCause.user, .hostLost, .madeRoom(for: try Self.call(1)), .host] {
      try HostSurface.check(CallEnd(.failed, cause: cause).json, is: .callEnd)
    }
    for bits in 0..<256 {
      let capabilities = CallCapabilities(rawValue: UInt16(bits))
      #expect(CallCapabilities(words: capabilities.words) == capabilities)
      for word in capabilities.words { try HostSurface.check(.string(word), is: .capability) }
    }
  }

  @Test("A reference finds the one live call that it fits")
  func references() throws {
    var main = Self.line()
    var other = Self.line("other")
    try Self.ring(&main, 1)
    try Self.ring(&other, 2, at: 5)
    let lines = [main.snapshot, other.snapshot]
    func found(_ text: String) throws -> CallID {
      let reference = try #require(CallReference(parsing: text))
      return try reference.resolved(in: lines)
    }
    #expect(try found("abcd0001") == Self.call(1))
    #expect(try found("ABCD0002-0000") == Self.call(2))
    #expect(try found("ringing") == Self.call(1))
    #expect(try found("newest") == Self.call(1))
    #expect(try found(Self.call(7).uuidString) == Self.call(7))
    for (text, number, code) in [("abcd", -32003, "ambiguous"), ("active", -32000, "unknownCallUUID"), ("ffff", -32000, "unknownCallUUID")]
    {
      do {
        _ = try found(text)
        Issue.record("found \(text)")
      } catch let error as MethodError {
        #expect(error.number == number && error.code == code, "\(text)")
      }
    }
  }
}
