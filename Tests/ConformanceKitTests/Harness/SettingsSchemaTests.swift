import StrictJSON
import Testing

@testable import ConformanceHarness
@testable import ConformanceReport

/// The configurations that the kit makes from a plugin's schema.
struct SettingsSchemaTests {
  private static func setting(_ rules: String) throws -> Setting {
    Setting(name: "it", rules: try JSONReader.read(Array(rules.utf8)))
  }

  /// The rules of a setting, a current value, another value that the kit finds (empty: none), and some forbidden values.
  private static let cases: [(rules: String, current: String, another: String, forbidden: [String])] = [
    (#"{"type":"integer","minimum":1,"maximum":8}"#, "8", "7", [#""many""#, "0.5", "0", "9"]),
    (#"{"type":"integer","minimum":0,"maximum":65535,"default":5060}"#, "7", "8", ["-1", "65536"]),
    (#"{"type":"integer","minimum":1,"maximum":1}"#, "1", "", ["0", "2"]),
    (#"{"type":"integer","minimum":0,"maximum":600,"default":0,"examples":[60]}"#, "0", "60", ["-1", "601"]),
    (#"{"type":"boolean"}"#, "true", "false", ["7"]),
    (#"{"type":"string","maxLength":3}"#, #""""#, #""con""#, ["7", #""5555""#]),
    (#"{"type":"string","enum":["udp","tcp"]}"#, #""udp""#, #""tcp""#, ["7"]),
    (#"{"type":"string","pattern":"^[0-9]+$"}"#, #""1""#, "", ["7"]),
    (#"{"type":"string","format":"hookswitch-secret"}"#, #""a""#, "", ["true"]),
    (#"{"type":"array"}"#, "[]", "", ["7"]),
  ]

  @Test(arguments: cases)
  func `a setting gets another value that its rules allow, and some that they forbid`(
    rules: String, current: String, another: String, forbidden: [String]
  ) throws {
    let setting = try Self.setting(rules)
    let now = try JSONReader.read(Array(current.utf8))
    #expect(setting.another(than: now)?.text ?? "" == another)
    #expect(Set(forbidden).isSubset(of: setting.forbidden.map(\.text)), "\(setting.forbidden.map(\.text))")
  }

  @Test
  func `the configuration of all defaults takes from the run what that says itself`() throws {
    let schema = try SettingsSchema(
      #"{"type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"default":2},"c":{"default":3},"d":{}}}"#)
    let values: [(String, JSONValue)] = [("a", .string("x")), ("c", .number(4)), ("d", .bool(true))]
    let base = values.map { JSONValue.Member(name: $0, value: $1) }
    #expect(JSONValue.object(schema.defaults(under: base)).text == #"{"a":"x","b":2,"c":4,"d":true}"#)
    #expect(!schema.isClosed)
  }

  @Test(arguments: ["", "{", "[]", #"{"title":"no type"}"#, #"{"properties":7}"#])
  func `a schema that is none is refused with a sentence`(text: String) throws {
    let failure = try #require(throws: TestFailure.self) { try SettingsSchema(text) }
    #expect(failure.sentence.hasPrefix("config.schema answered "))
  }
}
