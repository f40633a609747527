import Foundation
import Testing
import TransportABI

/// The behaviour of numbers from a JSON file or from the configuration.
@Suite(.mockPSTN) struct ExchangeSettingsTests {
  static let behaviours: [(json: String, words: [String])] = [
    (#"{"does": "answer", "after-s": 2}"#, ["a connecting", "a ringing", "2s a active"]),
    (#"{"does": "ring-out", "for-s": 7}"#, ["a connecting", "a ringing", "7s a ended unanswered 19"]),
    (#"{"does": "busy"}"#, ["a connecting", "a ended remote 17"]),
    (#"{"does": "decline", "after-s": 1}"#, ["a connecting", "a ringing", "1s a ended remote 21"]),
    (#"{"does": "reorder"}"#, ["a ended failed 34"]),
    (#"{"does": "unallocated"}"#, ["a ended failed 1"]),
    (#"{"does": "no-circuit"}"#, ["a ended failed 34"]),
    (#"{"does": "hang-up", "for-s": 4}"#, ["a connecting", "a active", "4s a ended remote"]),
    (#"{"does": "drop", "for-s": 4}"#, ["a connecting", "a active", "4s a ended failed 41"]),
    (
      #"{"does": "elsewhere", "after-s": 2}"#,
      ["a connecting", "a ended remote 17", "1s b incoming +12125550160", "3s b ended answered elsewhere"]
    ),
    (#"{"does": "send", "digits": "12"}"#, ["a connecting", "a active", "a digits 12"]),
    (#"{"does": "forward", "to": "555-0100"}"#, ["a update ", "a connecting", "a active"]),
    (#"{"does": "forward", "to": "555-0100", "when": "busy"}"#, ["a connecting", "a update ", "a active"]),
    (
      #"{"does": "forward", "to": "555-0100", "when": "no-answer", "after-s": 9}"#,
      ["a connecting", "a ringing", "9s a update ", "9s a active"]
    ),
    (
      #"{"does": "forward", "to": "555-0160"}"#,
      ["a update ", "a update ", "a update ", "a update ", "a update ", "a update ", "a ended failed 25"]
    ),
    (#"{"does": "congestion", "probability": 1}"#, ["a ended failed 34"]),
    (#"{"does": "congestion", "probability": 0}"#, ["a connecting", "a active"]),
    (#"{"does": "test-peer"}"#, []),
    (
      #"{"steps": ["proceed", "ring", {"wait-s": 1.5}, "answer", "hold", {"wait-s": 0.5}, "resume", {"send": "7"}, {"hang-up": 16}]}"#,
      ["a connecting", "a ringing", "1.5s a active", "1.5s a held remotely", "2s a resumed remotely", "2s a digits 7", "2s a ended remote"]
    ),
    (
      #"{"steps": [{"claim": "early-media"}, {"chance": {"probability": 1, "steps": [{"hang-up": 21}]}}, "answer"]}"#,
      ["a early media", "a ended remote 21"]
    ),
    (
      #"{"steps": ["answer", {"call-back": {"after-s": 2, "from": "555-0141", "ringing": [{"wait-s": 1}, "hang-up"]}}]}"#,
      ["a active", "2s b incoming +12125550141", "3s b ended remote"]
    ),
    (#"{"steps": ["answer", {"cut-line-s": 2}]}"#, ["a active", "a ended failed 27", "line down", "2s line ready"]),
  ]

  @Test(arguments: behaviours)
  func aNumberDoesWhatTheFileSays(json: String, words: [String]) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "exchange-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"numbers": {"555-0160": \#(json)}}"#.utf8).write(to: file)
    for members in [#""numbers": {"555-0160": \#(json)}"#, #""file": "\#(file.path)""#] {
      let rig = try Rig.exchange(members)
      rig.dial("5550160")
      rig.host.advance(100)
      #expect(rig.host.heard() == ["done 1"] + words)
    }
  }

  @Test(arguments: [
    (#""numbers": {"555-0160": {"does": "dance"}}"#, "/numbers/555-0160/does"),
    (#""numbers": {"555-0160": {}}"#, "/numbers/555-0160 lacks does"),
    (#""numbers": {"555-0160": {"does": "busy", "for-how-long": 3}}"#, "/numbers/555-0160/for-how-long"),
    (#""numbers": {"555-0160": {"steps": ["answer", {"wait-s": "long"}]}}"#, "/numbers/555-0160/steps/1/wait-s"),
    (#""numbers": {"555-0160": {"steps": ["answer"], "does": "busy"}}"#, "/numbers/555-0160/does"),
    (#""numbers": {"555-0160": {"does": "menu", "keys": {"1": [], "12": []}}}"#, "/numbers/555-0160/keys/12"),
    (#""numbers": {"nobody": {"does": "busy"}}"#, "/numbers/nobody"),
    (#""numbers": {"555-0160": {"does": "busy"}, "+12125550160": {"does": "busy"}}"#, "/numbers/555-0160"),
    (#""numbers": {"555-0160": {"does": "forward", "to": "me"}}"#, "/numbers/555-0160/to"),
    (#""schedule": {"calls-per-s": 0}"#, "/schedule/calls-per-s"),
    (#""country": "XX""#, "/country"),
    (#""colour": "red""#, "/colour"),
  ])
  func whatIsWrongIsNamedWithItsPlaceAndNothingOfItCounts(members: String, place: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "exchange-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"congestion": 1, \#(members)}"#.utf8).write(to: file)
    for (configuration, source) in [(#"{"congestion": 1, \#(members)}"#, "configuration"), (#"{"file": "\#(file.path)"}"#, file.path)] {
      #expect {
        try Rig(.mockPSTN, configuration)
      } throws: {
        let sentence = ($0 as? Rig.Refusal)?.sentence ?? ""
        // An error sentence is limited in bytes.
        return sentence.contains(place) && sentence.hasPrefix(source) || sentence.hasPrefix(source) && sentence.utf8.count > 200
      }
      let rig = try Rig.exchange()
      let (text, config) = (LentText(configuration), try #require(rig.find(HSW_EXT_CONFIG, hsw_config.self)))
      #expect(rig.action { config.apply!(rig.context, $0, text.string, 5000) } == HSW_PENDING)
      #expect(rig.host.heard() == ["failed 1 \(HSW_E_INVAL)"])
      rig.dial("5550100")
      #expect(rig.host.heard() == ["done 2", "a connecting", "a active"])
    }
  }

  @Test func aFileThatIsNoneOrBrokenIsNamed() throws {
    #expect { try Rig(.mockPSTN, #"{"file": "/nowhere/at-all.json"}"#) } throws: {
      ($0 as? Rig.Refusal)?.sentence.contains("/nowhere/at-all.json") == true
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "exchange-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("{\n  \"congestion\": 1,\n}".utf8).write(to: file)
    #expect { try Rig(.mockPSTN, #"{"file": "\#(file.path)"}"#) } throws: {
      ($0 as? Rig.Refusal)?.sentence.contains("line 3") == true
    }
  }

  @Test func thePublishedSchemaIsTheOneThatThePluginAnswersWith() throws {
    let rig = try Rig.exchange()
    let config = try #require(rig.find(HSW_EXT_CONFIG, hsw_config.self))
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let published = try String(contentsOf: root.appending(path: "docs/mock-pstn.schema.json"), encoding: .utf8)
    #expect(text(config.schema!(rig.context)) + "\n" == published)
    // The host of a process reads it there: it grants the paths of settings before the plugin's code runs.
    let manifest = try Data(contentsOf: root.appending(path: "Plugins/MockPSTN/mockpstn.transport.json"))
    let members = try #require(try JSONSerialization.jsonObject(with: manifest) as? [String: Any])
    let there = try #require(members["config-schema"] as? NSDictionary)
    #expect(there == (try JSONSerialization.jsonObject(with: Data(published.utf8)) as? NSDictionary))
  }
}
