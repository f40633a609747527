import Testing

@testable import CallStore

@Suite("Pattern and ZoneRule")
struct PatternTests {
  @Test(
    "A pattern matches as its characters say",
    arguments: [
      ("*", "", true), ("*", "x", true), ("", "", true), ("", "x", false), ("+49*", "+4930", true), ("+49*", "+4830", false),
      ("*99", "12399", true), ("*99", "9912", false), ("1?3", "123", true), ("1?3", "13", false), ("?", "€", true), ("??", "€", false),
      ("*12*34*", "0012003400", true), ("*12*34*", "341200", false), ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaac", false),
    ])
  func pattern(_ pattern: String, _ text: String, _ matches: Bool) {
    let bytes = Array(text.utf8)
    let compiled = Pattern(pattern)
    #expect(compiled.matches(bytes) == matches)
    // The quick test refuses nothing that matches.
    if matches { #expect(compiled.needs & ~Pattern.pairs(of: bytes) == 0) }
  }

  @Test(
    "A rule of a time zone gives its offset in winter and in summer",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", 3_600, 7_200), ("EST5EDT,M3.2.0,M11.1.0", -18_000, -14_400), ("UTC0", 0, 0),
      ("<+0530>-5:30", 19_800, 19_800), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 39_600, 36_000),
    ] as [(String, Int64, Int64)])
  func zone(_ text: String, january: Int64, july: Int64) throws {
    let rule = try #require(ZoneRule(text))
    #expect(rule.offset(at: 1_768_435_200) == january)
    #expect(rule.offset(at: 1_784_073_600) == july)
  }

  @Test(
    "A text that is no rule of a time zone is refused",
    arguments: ["", "C", "CET", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "CET-999"])
  func badZone(_ text: String) {
    #expect(ZoneRule(text) == nil)
  }

  @Test("A zone's file and its rule agree where both speak")
  func file() throws {
    let zone = try #require(ZoneFile(named: "Europe/Berlin"))
    let rule = try #require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    for day in stride(from: Int64(1_577_836_800), to: 2_524_608_000, by: 86_400 * 3 + 3_600) {
      #expect(zone.offset(at: day) == rule.offset(at: day), "\(day)")
    }
    #expect(zone.nextTransition(after: 1_795_348_800) == 1_806_195_600)
  }

  @Test(
    "A time is written by RFC 3339",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (1_795_348_800_123, "2026-11-22T12:00:00.123Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    ] as [(Int64, String)])
  func time(_ milliseconds: Int64, _ text: String) {
    #expect(WallTime(milliseconds: milliseconds).description == text)
  }
}
