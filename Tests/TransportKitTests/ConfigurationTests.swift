import Foundation
import Testing
import TransportABI
import TransportKit

@Suite struct ConfigurationTests {
  /// Wrong configurations of Loopback, and the place that the error must name.
  static let broken: [(json: String, says: String)] = [
    ("{", "line 1, column 2"), ("[]", "object"), ("{} x", "column 4"), ("{\"own-numbers\": \"1\"}", "/own-numbers"),
    ("{\"own-numbers\": [\"1\",\n 2]}", "/own-numbers/1"), ("{\"own-numbers\": [\"\"]}", "/own-numbers/0"),
    ("{\"own-numbers\": [\"5550100\"]}", "5550100"), ("{\"max-calls\": -1}", "/max-calls"), ("{\"max-calls\": 1.5}", "/max-calls"),
    ("{\"max-calls\": true}", "/max-calls"), ("{\"max-calls\": 01}", "line 1, column 16"), ("{\"maxcalls\": 1}", "/maxcalls"),
    ("{\"name\": 3}", "/name"), ("{\"name\": \"a\", \"name\": \"b\"}", "twice"), ("{\"name\": \"\\u0000\"}", "character"),
    ("{\"name\": \"\\ud800\"}", "character"), ("{\"name\": \"\u{1}\"}", "control"), ("{\"name\": \"", "does not end"),
    ("{\"connecting-after-ms\": 1e99}", "/connecting-after-ms"), ("{\"connecting-after-ms\": 1e999}", "large"),
    ("{\"no-answer-after-ms\": 0}", "/no-answer-after-ms"), (String(repeating: "[", count: 5000), "nested more than 32 deep"),
    ("{\"name\": nul}", "value"), ("{'name': 1}", "quotes"), ("{\"name\" 1}", "colon"), ("{\"name\": [1 2]}", "comma"),
    ("nonsense", "value"),
  ]

  @Test(arguments: broken)
  func isRefusedWithItsPlaceAndTheOldOneStays(bad: (json: String, says: String)) throws {
    let error = #expect(throws: Rig.Refusal.self) { try Rig(.loopback, bad.json) }
    #expect(error?.status == HSW_E_INVAL)
    #expect(error?.sentence.contains(bad.says) == true, "\(error?.sentence ?? "")")

    let number = "709" + String(Self.broken.firstIndex { $0.json == bad.json } ?? 0)
    let rig = try Rig(.loopback, #"{"own-numbers": ["\#(number)"], "max-calls": 3}"#)
    let config = try #require(rig.find(HSW_EXT_CONFIG, hsw_config.self))
    let text = LentText(bad.json)
    #expect(rig.action { config.apply!(rig.context, $0, text.string, 0) } == HSW_PENDING)
    #expect(rig.host.heard() == ["failed 1 -2"])
    rig.dial(number)
    rig.host.turn()
    #expect(rig.host.heard() == ["done 2", "b incoming \(number)"])
  }

  @Test func takesEffectAsAWholeAndCallsGoOn() throws {
    let rig = try Rig(.loopback, #"{"connecting-after-ms": 3000, "connected-after-ms": 1500}"#)
    let config = try #require(rig.find(HSW_EXT_CONFIG, hsw_config.self))
    rig.dial("5550100")
    rig.host.advance(4)
    let text = LentText(#" {"own-numbers": ["7100"], "name": "\u00e9\ud83d\ude00\n", "max-calls": 2e0} "#)
    #expect(rig.action { config.apply!(rig.context, $0, text.string, 0) } == HSW_PENDING)
    rig.host.advance(2)
    #expect(rig.host.heard() == ["done 1", "3s a connecting", "4s done 2", "4s provider max 2", "4.5s a active"])
    rig.dial("5550102")
    rig.dial("5550100")
    #expect(rig.host.heard() == ["6s done 3", "6s b connecting", "6s b ended remote 17", "6s done 4", "6s c connecting", "6s c active"])
  }

  @Test(arguments: ["55502-1", "55502+1"])
  func aSignIsNoPartOfANumberOfThePlan(number: String) throws {
    let rig = try Rig(.loopback)
    rig.dial(number, kind: "generic")
    rig.host.advance(5)
    #expect(rig.host.heard() == ["done 1", "a ended failed 1"])
  }

  @Test func theSchemaIsJSONAndNamesEverySetting() throws {
    let rig = try Rig(.loopback, activate: false)
    let config = try #require(rig.find(HSW_EXT_CONFIG, hsw_config.self))
    let schema = config.schema!(rig.context)
    #expect(schema.p == config.schema!(rig.context).p, "the same text each time")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text(schema).utf8)) as? [String: Any])
    let properties = try #require(object["properties"] as? [String: [String: Any]])
    let defaults = try JSONSerialization.data(withJSONObject: properties.mapValues { $0["default"] ?? "" })
    _ = try Rig(.loopback, String(decoding: defaults, as: UTF8.self))
    #expect(properties.count == 6)
  }

  @Test func readsWhatItIsAskedFor() throws {
    var configuration = try Configuration(#"{"a": "\"\\\/\b\f\n\r\t", "b": [], "c": -12, "d": false}"#)
    #expect(try configuration.string("a", default: "") == "\"\\/\u{8}\u{c}\n\r\t")
    #expect(throws: TransportError.self) { try configuration.refuseUnread() }
    #expect(try configuration.strings("b") == [])
    #expect(try configuration.integer("c", in: -20...0, default: 0) == -12)
    #expect(try configuration.boolean("d", default: true) == false)
    #expect(try configuration.string("e", default: "none") == "none")
    try configuration.refuseUnread()
  }
}
