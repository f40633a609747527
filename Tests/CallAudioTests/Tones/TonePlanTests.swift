import CallAudio
import Testing
import ToneTrials

@Suite("Tone plans")
struct TonePlanTests {
  @Test("every built-in plan has every tone, and is found by its code in either case")
  func complete() {
    #expect(TonePlan.builtIn.count >= 17)
    #expect(TonePlan.builtIn.map(\.country) == TonePlan.builtIn.map(\.country).sorted())
    for plan in TonePlan.builtIn {
      #expect(!plan.name.isEmpty)
      #expect(TonePlan(country: plan.country.lowercased()) == plan)
      for tone in CallTone.allCases { #expect(!plan[tone].segments.isEmpty, "\(plan.country) \(tone)") }
    }
    #expect(TonePlan(country: "XX") == nil)
    #expect(TonePlan(country: "") == nil)
    #expect(TonePlan.international.country == "ZZ")
  }

  @Test("the notation gives frequencies, modulation, level, duration and the part played once")
  func notation() throws {
    let tone = try ToneCadence("!350+440@-13/100, !0/100 400*16/1000 913.8@-24")
    #expect(
      tone.segments == [
        ToneSegment([350, 440], level: -13, milliseconds: 100), ToneSegment([], milliseconds: 100),
        ToneSegment([400], modulation: 16, milliseconds: 1_000), ToneSegment([913.8], level: -24),
      ])
    #expect(tone.once == 2)
    #expect(!tone.ends)
    #expect(try ToneCadence("!440/100").ends)
  }

  @Test(
    "an invalid tone is refused, with its position",
    arguments: [
      ("", 1, "at least one segment"), ("425/", 5, "a number"), ("425/0", 5, "whole milliseconds"), ("425/1.5", 5, "whole milliseconds"),
      ("425 0/100", 5, "without a length"), ("425/100 !0/100", 9, "come before"), ("0+440", 1, "silence"), ("440+0", 5, "silence"),
      ("1+2+3+4+5", 9, "four frequencies"), ("400*", 5, "a number"), ("400*401", 5, "too large"), ("425@4", 5, "dBm0"),
      ("425@-61", 5, "dBm0"),
      ("99999", 1, "too large"), ("425x", 4, "a segment is"), ("dial", 1, "a number"),
    ])
  func refused(text: String, column: Int, reason: String) {
    do {
      _ = try ToneCadence(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.line == 1)
      #expect(error.column == column, "\(text): \(error)")
      #expect(error.reason.contains(reason), "\(error)")
    }
  }

  @Test("a user's plan starts from its country's plan, or from the international one")
  func own() throws {
    let plans = try TonePlan.read(
      """
      # ours
      plan de "Our Germany"
        busy  450/100 0/100   # faster

      plan XY
        sit   !950/100
      """)
    #expect(plans.map(\.country) == ["DE", "XY"])
    #expect(plans.map(\.name) == ["Our Germany", "International"])
    #expect(try plans[0][.busy] == ToneCadence("450/100 0/100"))
    #expect(plans[0][.congestion] == TonePlan(country: "DE")?[.congestion])
    #expect(plans[1][.dial] == TonePlan.international[.dial])
    #expect(try plans[1][.sitVacant] == ToneCadence("!950/100"))
  }

  @Test(
    "an invalid file is refused as a whole, with line and column",
    arguments: [
      ("busy 425", 1, 1), ("plan D", 1, 7), ("plan DE Germany", 1, 9), ("plan DE \"Germany", 1, 17), ("plan DE\n  bussy 425", 2, 3),
      ("plan DE\n busy 425/100\n dial", 3, 6), ("plan DE \"x\" busy 425", 1, 13), ("\u{0}", 1, 1), ("plan DE\nbusyy 1", 2, 1),
    ])
  func wrong(text: String, line: Int, column: Int) {
    do {
      _ = try TonePlan.read(text)
      Issue.record("\(text) was read")
    } catch {
      #expect([error.line, error.column] == [line, column], "\(text): \(error)")
    }
  }

  @Test("too many plans, and a missing file, are refused with a sentence")
  func edges() throws {
    let many = String(repeating: "plan DE\n", count: 301)
    #expect(throws: TonePlanError.self) { try TonePlan.read(many) }
    #expect(try TonePlan.read("").isEmpty)
    do {
      _ = try TonePlan.load(path: "/nowhere/plans.tones")
      Issue.record("it was read")
    } catch {
      #expect("\(error)".hasPrefix("/nowhere/plans.tones: it cannot be read"))
    }
  }

  @Test("no text crashes the parser", arguments: 0..<200)
  func anything(seed: UInt64) {
    var chance = SplitMix(seed)
    let alphabet = Array("plan DE \"x\"\n busy!@*+/.0123456789#-,\t\r\u{0}é".utf8)
    let text = (0..<Int(chance.next() % 400)).map { _ in alphabet[Int(chance.next() % UInt64(alphabet.count))] }
    _ = try? TonePlan.read("plan DE\n dial " + String(decoding: text, as: UTF8.self))
    _ = try? ToneCadence(String(decoding: text, as: UTF8.self))
  }
}
