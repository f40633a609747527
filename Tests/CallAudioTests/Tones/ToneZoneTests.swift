import CallAudio
import Glibc
import Testing

/// Compares the tone plans with those of libtonezone, and lists the reasons for all differences.
@Suite("Tone plans compared with libtonezone's")
struct ToneZoneTests {
  /// Each tone that differs from libtonezone's, with the reason.
  static let ours: [String: String] = [
    "JP ringback": "E.180 modulates 400 Hz by 16 Hz; theirs is a sum of 400 and 15 Hz",
    "JP waiting": "the same with 400 and 16 Hz",
    "DE waiting": "E.180 repeats two bursts every 5 s; theirs is a pattern that ends",
    "DK waiting": "a waiting tone repeats for as long as somebody waits; theirs ends after four bursts",
    "PT waiting": "theirs has no silence between its bursts, which makes one of them",
    "AT sit": "E.180's frequencies are 950, 1400 and 1800 Hz; theirs are 50 Hz off, at the limit of its tolerance",
    "BE sit": "E.180's first frequency is 950 Hz; theirs is 900",
    "US sit": "North America tells four reasons by frequency and length; theirs is the international one, once",
    "FR sit": "E.180 lists 300 ms with 30 ms between, repeated; theirs is 330 ms without, once",
    "AU sit": "E.180's special information tone; theirs is a disconnect tone of two lengths of 425 Hz",
    "NO sit": "repeated for as long as one listens; theirs ends after the third time",
    "PL sit": "repeated for as long as one listens; theirs ends after the third time",
    "JP sit": "repeated for as long as one listens; theirs ends after the first time",
    "ES sit": "E.180's three frequencies; theirs is the first alone",
    "SE sit": "repeated for as long as one listens; theirs ends after the fifth time",
    "IT sit": "repeated for as long as one listens; theirs ends after the third time",
    "BR sit": "with a pause of 1 s, as E.180 has it; theirs repeats without",
    "AU congestion": "every other burst is 10 dB weaker, which their notation cannot say",
  ]

  /// The tones of libtonezone's numbers.
  private static let tones: [(number: Int32, tone: CallTone, name: String)] = [
    (0, .dial, "dial"), (1, .busy, "busy"), (2, .ringback, "ringback"), (3, .congestion, "congestion"), (4, .waiting, "waiting"),
    (7, .sitIntercept, "sit"),
  ]

  @Test("the plans equal libtonezone's, except for the listed tones", .enabled(if: ToneZones.areThere))
  func compared() throws {
    let zones = try #require(ToneZones())
    var differing: Set<String> = []
    for plan in TonePlan.builtIn {
      let letters = plan.country == "GB" ? "uk" : plan.country.lowercased()
      guard let theirs = zones.tones(of: letters) else { continue }
      for (number, tone, name) in Self.tones {
        guard let text = theirs[number] else { continue }
        if try !isSame(plan[tone], text) { differing.insert("\(plan.country) \(name)") }
      }
    }
    #expect(differing.subtracting(Self.ours.keys).sorted() == [], "no reason is given for these")
    #expect(Set(Self.ours.keys).subtracting(differing).sorted() == [], "these do not differ")
  }

  /// Compares frequencies and durations; libtonezone has no levels.
  private func isSame(_ ours: ToneCadence, _ text: String) throws -> Bool {
    guard let theirs = try? ToneCadence(text) else { return false }
    // There, an endless silence at the end marks a tone that ends.
    var segments = theirs.segments
    var once = theirs.once
    if let last = segments.last, last.isSilence, last.milliseconds == nil {
      segments.removeLast()
      once = segments.count
    }
    return once == ours.once && segments.count == ours.segments.count
      && zip(segments, ours.segments).allSatisfy { theirs, ours in
        theirs.frequencies == ours.frequencies && theirs.modulation == ours.modulation && theirs.milliseconds == ours.milliseconds
      }
  }
}
