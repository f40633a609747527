import CallControl
import Foundation
import HostSurface
import StrictJSON
import Testing

@Suite("HostSurface: parameters")
struct ParameterTests {
  static func check(_ method: MethodName, _ text: String) throws -> Parameters {
    try HostSurface.parameters(of: method, from: JSONReader.read(Array(text.utf8)))
  }

  struct Bad: Sendable {
    let method: MethodName
    let parameters: String
    let place: String
    let expected: String

    init(_ method: MethodName, _ parameters: String, _ place: String, _ expected: String) {
      self.method = method
      self.parameters = parameters
      self.place = place
      self.expected = expected
    }
  }

  static let bad = [
    Bad(.callStart, "{}", "/handle", "handle"), Bad(.callStart, "[]", "", "object"), Bad(.callStart, "null", "", "object"),
    Bad(.callStart, #"{"handle": ""}"#, "/handle", "handle"), Bad(.callStart, #"{"handle": 5}"#, "/handle", "handle"),
    Bad(.callStart, #"{"handle": {"type": "generic"}}"#, "/handle/value", "text"),
    Bad(.callStart, #"{"handle": {"type": "generic", "value": "a", "more": 1}}"#, "/handle/more", "type, value"),
    Bad(.callStart, #"{"handle": "a", "call": "x"}"#, "/call", "UUID"), Bad(.callStart, #"{"handle": "a", "video": 1}"#, "/video", "true"),
    Bad(.callStart, #"{"handle": "a", "origin": "host"}"#, "/origin", "user, client"),
    Bad(.callStart, #"{"handle": "a", "timeout": -1}"#, "/timeout", "86400"),
    Bad(.callStart, #"{"handle": "a", "timeout": 86400.5}"#, "/timeout", "86400"),
    Bad(.callStart, #"{"handle": "a", "wait": "later"}"#, "/wait", "accepted, performed"),
    Bad(.callStart, #"{"handle": "a", "colour": "red"}"#, "/colour", "handle, provider"),
    Bad(.callStart, "{\"handle\": \"a\\u0000\"}", "/handle", "handle"), Bad(.callGet, #"{"call": "abc"}"#, "/call", "4"),
    Bad(.callGet, #"{"call": "wxyz"}"#, "/call", "hex"), Bad(.callMerge, #"{"calls": ["active", 7]}"#, "/calls/1", "UUID"),
    Bad(.callMerge, #"{"calls": "active"}"#, "/calls", "array"), Bad(.hostHello, #"{"a/b~c": 1}"#, "/a~1b~0c", "client"),
    Bad(.callPerform, #"{"actions": [{"kind": "jump"}]}"#, "/actions/0/kind", "setHeld"),
    Bad(.hostSetLog, #"{"topics": {"bus": "loud"}}"#, "/topics/bus", "error"),
    Bad(.doNotDisturbSet, #"{"mode": "on", "until": "2026-02-29T00:00:00Z"}"#, "/until", "RFC 3339"),
    Bad(.requestGet, #"{"request": 1.5}"#, "/request", "whole"), Bad(.lineList, #"{"line": "main"}"#, "/line", "no member"),
    Bad(.callPlayDTMF, #"{"call": "active", "digits": "\#(String(repeating: "1", count: 513))"}"#, "/digits", "512"),
    Bad(.lineSetPolicy, #"{"policy": {"deadlines": {"ring": "long"}}}"#, "/policy/deadlines/ring", "number"),
  ]

  @Test("A wrong parameter is named by its pointer, with the value that belongs there", arguments: bad)
  func wrong(bad: Bad) throws {
    do {
      _ = try Self.check(bad.method, bad.parameters)
      Issue.record("accepted \(bad.parameters)")
    } catch let error as MethodError {
      #expect(error.number == -32602)
      #expect(error.data["code"]?.string == "invalid")
      #expect(error.data["at"]?.string == bad.place)
      #expect(error.data["expected"]?.string?.contains(bad.expected) == true, "\(error.data.text)")
    }
  }

  @Test("Parameters that are left out get the defaults of the table")
  func defaults() throws {
    let start = try Self.check(.callStart, #"{"handle": "tel:112"}"#)
    #expect(start.json.text == #"{"handle":"tel:112","line":"main","video":false,"origin":"client","wait":"accepted","timeout":30}"#)
    #expect(start.handle("handle") == Handle(type: .phoneNumber, value: "112"))
    #expect(start["provider"] == nil)
    #expect(start.duration("timeout") == .seconds(30))
    for method in MethodName.allCases where method.declaration.parameters.allSatisfy({ !$0.isRequired }) {
      let parameters = try HostSurface.parameters(of: method, from: nil)
      for field in method.declaration.parameters { #expect(parameters[field.name] == field.standard?.json) }
    }
  }

  @Test("A vCard may have 4 MiB, any other text 4,096 bytes")
  func textLimits() throws {
    let long = String(repeating: "v", count: 5_000)
    #expect(try Self.check(.contactImport, #"{"vcard": "\#(long)"}"#).text("vcard") == long)
    #expect(throws: MethodError.self) { try Self.check(.contactImport, #"{"vcard": "v", "source": "\#(long)"}"#) }
  }

  @Test("A call is named by its id, by 4 or more of its digits, or by a word")
  func references() throws {
    let id = try #require(UUID(uuidString: "ABCDEF01-2345-6789-ABCD-EF0123456789"))
    for text in ["abcd", "ABCDEF01-2345", "abcdef0123", id.uuidString, id.uuidString.lowercased()] {
      #expect(CallReference(parsing: text)?.fits(id) == true, "\(text)")
    }
    #expect(CallReference(parsing: "bcde")?.fits(id) == false)
    #expect(CallReference(parsing: "active") == .word(.active))
    for text in ["abc", "", "held ", "----", "g123", id.uuidString + "0"] { #expect(CallReference(parsing: text) == nil, "\(text)") }
  }

  @Test(
    "Times are RFC 3339 in UTC with milliseconds",
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("2026-11-22T12:00:00.123Z", 1_795_348_800_123), ("1969-12-31T23:59:59.999Z", -1),
      ("2000-02-29T00:00:00.000Z", 951_782_400_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
  func times(text: String, milliseconds: Int) throws {
    #expect(SurfaceTime(parsing: text)?.milliseconds == Int64(milliseconds))
    #expect(SurfaceTime(milliseconds: Int64(milliseconds)).description == text)
    #expect(JSONValue(writing: SurfaceTime(milliseconds: Int64(milliseconds))) == .string(text))
  }

  @Test("Times outside the years of RFC 3339 are still written as times")
  func remoteTimes() {
    for milliseconds in [Int64.min, -1_000_000_000_000_000, 300_000_000_000_000, Int64.max] {
      #expect(SurfaceTime(parsing: SurfaceTime(milliseconds: milliseconds).description) != nil)
    }
  }

  @Test("A time has its date, its time and its zone, and no other form is read")
  func wrongTimes() {
    #expect(SurfaceTime(parsing: "2026-11-22T12:00:00Z")?.milliseconds == 1_795_348_800_000)
    #expect(SurfaceTime(parsing: "2026-11-22T12:00:00.5Z")?.milliseconds == 1_795_348_800_500)
    #expect(SurfaceTime(parsing: "2026-11-22T12:00:00.123456789Z")?.milliseconds == 1_795_348_800_123)
    for text in [
      "", "2026-11-22", "2026-11-22T12:00:00", "2026-11-22T12:00:00+01:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
      "2026-11-22T24:00:00Z", "2026-11-22T12:00:00.Z", "2026-11-22 12:00:00Z", "2026-11-22T12:00:0xZ", "2026-11-22T12:00:00.1234567890Z",
    ] { #expect(SurfaceTime(parsing: text) == nil, "\(text)") }
  }

  @Test("Each method accepts its checked parameters again, and names the place of what it refuses")
  func corpus() throws {
    let folder = SurfaceFiles.tests.appending(path: "../../Fuzz/Corpus/parameters").standardizedFileURL
    var accepted = 0
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let value = try JSONReader.read(Array(Data(contentsOf: file)))
      for method in MethodName.allCases {
        do {
          let checked = try HostSurface.parameters(of: method, from: value)
          accepted += 1
          #expect(try HostSurface.parameters(of: method, from: checked.json).json == checked.json)
        } catch {
          #expect(error.number == -32602 && error.data["at"]?.string != nil)
        }
      }
    }
    #expect(accepted >= 6)
  }

  @Test("A right in a grant may name one of its methods")
  func grantedRights() throws {
    func rights(_ text: String) throws -> Parameters {
      try HostSurface.parameters(of: .accessGrant, from: .object(of: ["peer": .string("uid:1"), "rights": .strings([text])]))
    }
    for text in ["control", "control:call.end", "provide:provider.register"] {
      #expect(try rights(text)["rights"]?.strings == [text])
      #expect(GrantedRight(parsing: text)?.description == text)
    }
    for text in ["no", "control:", "control:host.stop", "control:no", "control:call.end:x", ":call.end", ""] {
      #expect(GrantedRight(parsing: text) == nil, "\(text)")
      let error = #expect(throws: MethodError.self) { try rights(text) }
      #expect(error?.code == "invalid" && error?.data["at"]?.string == "/rights/0", "\(text)")
    }
  }
}
