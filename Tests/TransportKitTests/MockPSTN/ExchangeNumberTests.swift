import Foundation
import Testing
import TransportABI

/// The built-in numbers, without a file.
@Suite(.mockPSTN) struct ExchangeNumberTests {
  /// Transcripts by the last two digits; without tones.
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
    ("99", ["done 1"]),
  ]

  /// The rest of the hundred; 0131 and 0194 depend on chance and have their own tests.
  static let others: [(number: String, words: [String])] = [
    ("14", ["done 1", "a connecting", "a active"]),
    ("15", ["done 1", "a connecting", "a active"]),
    ("16", ["done 1", "a connecting", "a active"]),
    ("18", ["done 1", "a connecting", "a ringing", "3s a ended remote 17"]),
    ("19", ["done 1", "a connecting", "a ringing", "3s a ended failed 27"]),
    ("20", ["done 1", "a connecting", "a active"]),
    ("21", ["done 1", "a connecting", "a active", "8s a ended remote"]),
    ("24", ["done 1", "a connecting", "a active"]),
    ("25", ["done 1", "a connecting", "a active"]),
    ("26", ["done 1", "a connecting", "a active"]),
    ("39", ["done 1", "a connecting", "a active", "12s a ended failed 18"]),
    ("41", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550141", "31s b ended unanswered 19"]),
    ("43", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550143", "31s b ended unanswered 19"]),
    ("44", ["done 1", "a connecting", "a ended remote 17", "1s b incoming ", "31s b ended unanswered 19"]),
    ("45", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550145", "31s b ended unanswered 19"]),
    ("46", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550146", "31s b ended unanswered 19"]),
    ("47", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550147", "1.2s b ended remote"]),
    (
      "48",
      [
        "done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550150", "1s c incoming +12125550151",
        "1s d incoming +12125550152", "1s e incoming +12125550153", "1s f incoming +12125550154", "31s b ended unanswered 19",
        "31s c ended unanswered 19", "31s d ended unanswered 19", "31s e ended unanswered 19", "31s f ended unanswered 19",
      ]
    ),
    ("49", ["done 1", "a connecting", "a ended remote 17", "1s b incoming +12125550149", "31s b ended unanswered 19"]),
    ("50", ["done 1", "a connecting", "a ringing", "a active"]),
    ("51", ["done 1", "a connecting", "a ringing", "1s a active"]),
    ("52", ["done 1", "a connecting", "a ringing", "2s a active"]),
    ("53", ["done 1", "a connecting", "a ringing", "3s a active"]),
    ("54", ["done 1", "a connecting", "a ringing", "4s a active"]),
    ("55", ["done 1", "a connecting", "a ringing", "5s a active"]),
    ("56", ["done 1", "a connecting", "a ringing", "6s a active"]),
    ("58", ["done 1", "a connecting", "a ringing", "8s a active"]),
    ("59", ["done 1", "a connecting", "a ringing", "9s a active"]),
    ("60", ["done 1", "a connecting", "a active"]),
    ("61", ["done 1", "a connecting", "a active"]),
    ("62", ["done 1", "a connecting", "a active"]),
    ("63", ["done 1", "a connecting", "a active"]),
    ("64", ["done 1", "a connecting", "a active"]),
    ("65", ["done 1", "a connecting", "a active"]),
    ("66", ["done 1", "a connecting", "a active"]),
    ("67", ["done 1", "a connecting", "a ringing", "4s a active", "66.5s a ended remote"]),
    ("68", ["done 1", "a connecting", "a active", "9s a update "]),
    ("69", ["done 1", "a connecting", "a active", "5s a ended remote"]),
    ("70", ["done 1", "a connecting", "a early media", "10s a active"]),
    ("71", ["done 1", "a connecting", "a early media", "3s a ended failed 34"]),
    ("72", ["done 1", "a connecting", "a early media", "30s a ended unanswered 19"]),
    ("73", ["done 1", "a connecting", "a ringing", "2s a early media", "5s a ringing", "7s a active"]),
    ("74", ["done 1", "a connecting", "a ringing", "a early media", "4s a active"]),
    ("75", ["done 1", "a early media", "5s a ended failed 22"]),
    ("76", ["done 1", "a connecting", "a ringing", "45s a active"]),
    ("77", ["done 1", "a connecting", "a ringing", "600s a ended unanswered 19"]),
    ("78", ["done 1", "a active"]),
    ("79", ["done 1", "a connecting", "180s a ended failed 18"]),
    ("80", ["done 1", "a connecting", "a active"]),
    ("81", ["done 1", "a connecting", "a active"]),
    ("82", ["done 1", "a connecting", "a active"]),
    ("83", ["done 1", "a connecting", "a active"]),
    ("84", ["done 1", "a connecting", "a active"]),
    ("85", ["done 1", "a connecting", "a active"]),
    ("86", ["done 1", "a connecting", "a active"]),
    ("87", ["done 1", "a connecting", "a active"]),
    ("88", ["done 1", "a connecting", "a active", "1s a digits 5555555555"]),
    (
      "89",
      [
        "done 1", "a connecting", "a active", "0.5s a held remotely", "1s a resumed remotely", "1.5s a held remotely",
        "2s a resumed remotely", "2.5s a held remotely", "3s a resumed remotely", "3.5s a held remotely", "4s a resumed remotely",
        "4.5s a held remotely", "5s a resumed remotely",
      ]
    ),
    ("90", ["done 1", "a connecting", "a active", "10s a ended remote"]),
    ("91", ["done 1", "a connecting", "a active", "3s a update "]),
    ("92", ["done 1", "a connecting", "a update ", "a update ", "a update ", "a update ", "a update ", "a update ", "a ended failed 25"]),
    ("93", ["done 1", "a connecting", "a update ", "a update ", "a active"]),
    ("95", ["done 1", "a connecting", "a ended remote 21"]),
    ("96", ["done 1", "a ended failed 88"]),
    (
      "97",
      [
        "done 1", "a connecting", "a ringing", "1s a active", "11s a ended remote", "16s b incoming +12125550197",
        "46s b ended unanswered 19",
      ]
    ),
    ("98", ["done 1", "a connecting", "a ended remote 17"]),
  ]

  @Test(arguments: transcripts + others)
  func doesWhatTheTableSays(expected: (number: String, words: [String])) throws {
    let rig = try Rig.exchange()
    rig.dial("+121255501" + expected.number)
    rig.host.advance(700)
    #expect(rig.host.heard() == expected.words)
    #expect(rig.host.armed == 0)
  }

  /// With tones, a refusal is heard first, as early media.
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

  /// Different notations of an exchange's number.
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

  @Test func theTranscriptsAreOfAllHundredNumbers() {
    let numbers = Set((Self.transcripts + Self.others).map(\.number))
    #expect(numbers == Set((0..<100).map { ($0 < 10 ? "0" : "") + "\($0)" }).subtracting(["31", "94"]))
  }

  /// docs/mock-pstn.md describes each number as the exchange's own table does.
  @Test func theDocumentSaysWhatTheTableSays() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/mock-pstn.md"), encoding: .utf8)
    var documented: [String: String] = [:]
    for row in page.matches(of: /(?m)^\| 01([0-9]{2})(?: to 01[0-9]{2})? \| (.*) \|$/) {
      documented[String(row.1)] = String(row.2).replacing("`", with: "")
    }
    var coded: [String: String] = [:]
    for file in ["BuiltInNumbers.swift", "BuiltInNumbers+ForTesters.swift"] {
      let text = try String(contentsOf: root.appending(path: "Plugins/MockPSTN/Exchange/Numbers/\(file)"), encoding: .utf8)
      for row in text.matches(of: /\(\s*"([0-9]{2})",\s*"([^"]*)",/) { coded[String(row.1)] = String(row.2) }
    }
    #expect(coded.count == 88, "0150 to 0159, 0198 and 0199 are made elsewhere")
    for (number, does) in coded { #expect(documented[number] == does, "01\(number)") }
  }

  @Test func isInServiceForEachOfAHundredNumbers() throws {
    for number in 0..<100 where number != 5 {
      let rig = try Rig.exchange()
      rig.dial("55501" + (number < 10 ? "0" : "") + "\(number)")
      rig.host.advance(100)
      #expect(rig.host.heard() != ["done 1", "a ended failed 1"], "01\(number)")
    }
  }

  /// A number that calls back appears as its entry says: with a name of 300 letters, in four scripts, diverted, or unknown to the network.
  @Test func introducesItsCallers() throws {
    func caller(_ number: String, after seconds: Double = 2) throws -> (name: String, diverted: String, local: String, presentation: UInt32)
    {
      let rig = try Rig.exchange(#""number": "555-0198""#)
      rig.dial("55501" + number)
      rig.host.advance(seconds)
      return try #require(rig.host.callers.first)
    }
    #expect(try caller("45").name.count == 300)
    #expect(try caller("46").name.unicodeScalars.contains("\u{1f600}"))
    #expect(try caller("43").diverted == "+12125550100")
    #expect(try caller("43").local == "+12125550198", "the number that was called")
    #expect(try caller("44").presentation == 3)
    #expect(try caller("97", after: 20).name == "Emergency answer point")
  }

  /// Each way to return digits.
  @Test(arguments: [
    ("60", ["a digits 1", "a digits 2", "a digits #"]), ("61", []), ("62", ["a digits 12"]), ("63", []), ("64", ["a update 12"]),
  ])
  func givesDigitsBack(expected: (number: String, words: [String])) throws {
    let rig = try Rig.exchange()
    let call = rig.dial("55501" + expected.number)
    _ = rig.host.heard()
    for digit in "12#" { rig.play(call, String(digit)) }
    #expect(rig.host.heard().filter { !$0.hasPrefix("done") } == expected.words)
  }

  /// Digits that lead to an action, and its result.
  @Test(arguments: [
    ("65", "1234#", []), ("65", "1235", ["2s a ended remote"]), ("66", "129", ["a ended remote"]),
    ("66", "212", ["a update "]), ("24", "3", ["a update "]), ("69", "1", ["5s a ended remote"]),
  ])
  func followsDigits(number: String, digits: String, words: [String]) throws {
    let rig = try Rig.exchange()
    let call = rig.dial("55501" + number)
    _ = rig.host.heard()
    rig.play(call, digits)
    rig.host.advance(6)
    #expect(rig.host.heard().filter { !$0.hasPrefix("done") } == words)
  }

  /// A forwarded call waits as long as the number that it reached rings.
  @Test func aForwardedCallRingsWhereItCameTo() throws {
    let rig = try Rig.exchange(#""numbers": {"555-0160": {"does": "forward", "to": "555-0123"}}"#)
    rig.dial("5550160")
    rig.host.advance(10)
    #expect(rig.host.heard() == ["done 1", "a update ", "a connecting", "a ringing", "5s a active"])
  }

  @Test func loses0194OnceInFive() throws {
    let rig = try Rig.exchange()
    var lost = 0
    for _ in 0..<100 {
      let call = rig.dial("5550194")
      rig.host.advance(4)
      if rig.host.heard().contains(where: { $0.hasSuffix("ended failed 41") }) { lost += 1 } else { rig.end(call) }
    }
    #expect((8...35).contains(lost), "\(lost) of 100")
  }
}
