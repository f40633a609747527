import Foundation
import Testing
import TransportABI

/// The built-in numbers, with no file at all.
@Suite(.mockPSTN) struct ExchangeNumberTests {
  /// By the last two digits; without tones.
  static let transcripts: [(number: String, words: [String])] = [
    ("00", ["done 1", "a connecting", "a active"]),
    ("01", ["done 1", "a connecting", "a ringing", "3s a active"]),
    ("02", ["done 1", "a connecting", "a ended remote 17"]),
    ("03", ["done 1", "a connecting", "a ringing", "30s a ended unanswered 19"]),
    ("04", ["done 1", "a connecting", "a ringing", "1s a ended remote 21"]),
    ("05", ["done 1", "a ended failed 1"]),
    ("06", ["done 1", "a ended failed 34"]),
    ("07", ["done 1", "a connecting", "a active", "2s a ended remote"]),
    ("08", ["done 1", "a connecting", "a active", "1s a held remotely", "2s a resumed remotely"]),
    ("09", ["done 1", "a connecting", "a active", "1s a digits 1234#"]),
    ("10", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550110", "31s b ended unanswered 19"]),
    ("11", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550111", "4s b ended remote"]),
    ("12", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550112", "4s b ended answered elsewhere"]),
    ("13", []),
    ("17", ["done 1", "a connecting", "a early media", "2s a active"]),
    ("22", ["done 1", "a connecting", "a active", "1s a digits 0123456789*#ABCD", "5s a ended remote"]),
    ("23", ["done 1", "a connecting", "a ringing", "5s a active"]),
    ("27", ["done 1", "a update ", "a connecting", "a active"]),
    ("28", ["done 1", "a connecting", "a update ", "a active"]),
    ("29", ["done 1", "a connecting", "a ringing", "3s a update ", "3s a active"]),
    ("30", ["done 1", "a connecting", "a active", "10s a ended failed 41"]),
    ("32", ["done 1", "a ended failed 34"]),
    ("33", ["done 1", "a connecting", "8s a ringing", "10s a active"]),
    (
      "34",
      [
        "done 1", "a ringing", "a early media", "a connecting", "1s a ringing", "1s a connecting", "1s a early media", "2s a active",
      ]
    ),
    (
      "35", ["done 1", "b incoming +12125550135", "a connecting", "a ended remote 17", "30s b ended unanswered 19"]
    ),
    (
      "36",
      [
        "done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550136", "2s c incoming +12125550141",
        "31s b ended unanswered 19", "32s c ended unanswered 19",
      ]
    ),
    (
      "37", ["done 1", "a connecting", "a active", "2s a ended failed 27", "2s line down", "7s line ready"]
    ),
    (
      "38", ["done 1", "a connecting", "a active", "2s reset", "2s line down", "7s line ready"]
    ),
    ("40", ["done 1", "a connecting", "a ended remote 17", "1s b incoming ", "31s b ended unanswered 19"]),
    ("42", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550142", "4s b ended declined elsewhere"]),
    ("57", ["done 1", "a connecting", "a ringing", "7s a active"]),
    ("77", ["done 1", "a ended failed 1"]),
    ("99", ["done 1"]),
  ]

  @Test(arguments: transcripts)
  func doesWhatTheTableSays(expected: (number: String, words: [String])) throws {
    let rig = try Rig.exchange()
    rig.dial("+121255501" + expected.number)
    rig.host.advance(100)
    #expect(rig.host.heard() == expected.words)
    #expect(rig.host.armed == 0)
  }

  /// With tones, what is refused is first heard, as early media.
  @Test(arguments: [
    ("02", ["done 1", "a connecting", "a early media", "3s a ended remote 17"]),
    ("05", ["done 1", "a early media", "3s a ended failed 1"]),
    ("01", ["done 1", "a connecting", "a early media", "a ringing", "3s a active"]),
  ])
  func letsItsTonesBeHeard(expected: (number: String, words: [String])) throws {
    let rig = try Rig.exchange(tones: true)
    rig.dial("+121255501" + expected.number)
    rig.host.advance(100)
    #expect(rig.host.heard() == expected.words)
  }

  /// However a number of the exchange is written.
  @Test(arguments: [
    ("US", "555-0100"), ("US", "5550100"), ("US", "(212) 555-0100"), ("US", "2125550100"), ("US", "1 212 555 0100"),
    ("US", "+1 212 555 0100"), ("US", "011 1 212 555 0100"), ("GB", "7946 0100"), ("GB", "020 7946 0100"),
    ("GB", "+44 20 7946 0100"), ("GB", "00442079460100"), ("DE", "23125100"), ("DE", "030 23125100"), ("DE", "+493023125100"),
    ("FR", "01 99 00 01 00"), ("FR", "+33199000100"), ("JP", "03-5550-0100"), ("JP", "010 81 3 5550 0100"),
  ])
  func completesWhatIsDialedByItsOwnArea(country: String, number: String) throws {
    let rig = try Rig.exchange(#""country": "\#(country)""#)
    rig.dial(number)
    #expect(rig.host.heard() == ["done 1", "a connecting", "a active"])
  }

  @Test(arguments: [("US", "911"), ("GB", "999"), ("DE", "112"), ("FR", "15"), ("JP", "119")])
  func connectsEmergencyCallsThoughThereIsNoCircuit(country: String, number: String) throws {
    let rig = try Rig.exchange(#""country": "\#(country)", "congestion": 1"#)
    rig.dial(number)
    rig.host.advance(2)
    #expect(rig.host.heard() == ["done 1", "a connecting", "a ringing", "1s a active"])
  }

  @Test(arguments: ["12", "abc", "555-01", "+1", "+999123456789"])
  func refusesWhatIsNoNumber(number: String) throws {
    let rig = try Rig.exchange()
    rig.dial(number, expecting: HSW_PENDING)
    #expect(rig.host.heard() == ["failed 1 \(HSW_E_INVAL)"])
  }

  @Test func everyNumberOfTheDocumentIsInService() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/mock-pstn.md"), encoding: .utf8)
    let numbers = page.matches(of: /(?m)^\| 01([0-9]{2})(?: to 01([0-9]{2}))? \|/).flatMap { match in
      Array(Int(match.1)!...Int(match.2 ?? match.1)!)
    }
    #expect(numbers.count > 40)
    for number in 0..<100 {
      let rig = try Rig.exchange()
      rig.dial("55501" + (number < 10 ? "0" : "") + "\(number)")
      rig.host.advance(100)
      let isUnknown = rig.host.heard() == ["done 1", "a ended failed 1"] && number != 5
      #expect(isUnknown != numbers.contains(number), "01\(number)")
    }
  }
}
