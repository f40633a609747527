import CallAudio
import Glibc
import Testing
import ToneTrials

@Suite("Call progress")
struct CallProgressTests {
  static let told: [CallTone] = CallTone.allCases.filter { $0 != .recall }
  static let countries = TonePlan.builtIn.map(\.country)

  /// Returns a tone with its strongest frequency at `level`, over noise, with silence before it.
  private func sound(_ cadence: ToneCadence, level: Double, ratio: Double, seconds: Int, chance: inout SplitMix) -> [Int16] {
    let shift = level - (cadence.segments.filter { !$0.isSilence }.map(\.level).max() ?? 0)
    let moved = ToneCadence(
      cadence.segments.map { segment in
        var segment = segment
        segment.level += shift
        return segment
      }, once: cadence.once)
    var player = TonePlayer(moved, rate: .narrowband)
    let before = [Int16](repeating: 0, count: Int.random(in: 2_000...4_000, using: &chance))
    return NoiseTable.over(before + player.next(seconds * 8_000), power: NoiseTable.power(level), ratio: ratio, chance: &chance)
  }

  /// Returns the tone that a detector reports: of identical tones, the first.
  private func name(_ tone: CallTone, _ plan: TonePlan) -> CallTone {
    Self.told.first { plan[$0] == plan[tone] } ?? tone
  }

  @Test("every tone of every country is distinguished, from -10 to -35 dBm0, over noise 20 dB below", arguments: countries)
  func told(country: String) throws {
    let plan = try #require(TonePlan(country: country))
    for (number, tone) in Self.told.enumerated() {
      var chance = SplitMix(UInt64(number) &+ UInt64(country.utf8.reduce(0) { $0 * 31 + Int($1) }))
      let level = Double.random(in: -35...(-10), using: &chance)
      let samples = sound(plan[tone], level: level, ratio: 20, seconds: 7, chance: &chance)
      let heard = CallProgressDetector.tones(in: samples, plan: plan, rate: .narrowband)
      #expect(heard.map(\.tone) == [name(tone, plan)], "\(country) \(tone) at \(level) dBm0")
    }
  }

  @Test("ringback, then busy: the beginnings and ends are reported, at every rate", arguments: AudioRate.allCases)
  func sequence(rate: AudioRate) throws {
    let plan = try #require(TonePlan(country: "GB"))
    var dial = TonePlayer(plan[.dial], rate: rate)
    var ringback = TonePlayer(plan[.ringback], rate: rate)
    var busy = TonePlayer(plan[.busy], rate: rate)
    let second = rate.hertz
    let silence = [Int16](repeating: 0, count: second)
    let samples = silence + dial.next(2 * second) + silence + ringback.next(6 * second) + silence + busy.next(3 * second) + silence
    var detector = CallProgressDetector(plan, rate: rate)
    var events: [CallProgressDetector.Event] = []
    for start in stride(from: 0, to: samples.count, by: rate.samplesPerFrame) {
      events += detector.hear(samples[start..<(start + rate.samplesPerFrame)])
    }
    #expect(events.map(\.tone) == [.dial, .dial, .ringback, .ringback, .busy, .busy])
    #expect(events.map(\.began) == [true, false, true, false, true, false])
    // Beginnings and ends. The second ringback burst ends 4 s after the first begins, the fourth busy burst 2.625 s after the first.
    for (event, truth) in zip(events, [1_000, 3_000, 4_000, 8_000, 11_000, 13_625]) {
      #expect(abs((event.time - .milliseconds(truth)) / .milliseconds(1)) < 40, "\(event)")
    }
    for event in events where event.began { #expect(event.certain - event.time < .milliseconds(1_200), "\(event)") }
    // The end of a tone is certain after its longest silence.
    for (event, silence) in zip(events.filter { !$0.began }, [0, 2_000, 375]) {
      #expect(event.certain >= event.time && event.certain - event.time < .milliseconds(silence + 700), "\(event)")
    }
  }

  @Test("Japan's ringback is detected, and 400 Hz in the same cadence is not")
  func japan() throws {
    let plan = try #require(TonePlan(country: "JP"))
    var chance = SplitMix(4)
    let ringing = sound(plan[.ringback], level: -20, ratio: 20, seconds: 7, chance: &chance)
    #expect(CallProgressDetector.tones(in: ringing, plan: plan, rate: .narrowband).map(\.tone) == [.ringback])
    let steady = sound(try ToneCadence("400/1000 0/2000"), level: -20, ratio: 20, seconds: 7, chance: &chance)
    #expect(!CallProgressDetector.tones(in: steady, plan: plan, rate: .narrowband).map(\.tone).contains(.ringback))
  }

  @Test("detection that starts in the middle gives the same tone", arguments: ["US", "DE", "GB", "FR", "JP"])
  func middle(country: String) throws {
    let plan = try #require(TonePlan(country: country))
    for tone in [CallTone.ringback, .busy, .congestion] {
      var player = TonePlayer(plan[tone], rate: .narrowband)
      let samples = player.next(9 * 8_000)
      for start in stride(from: 800, to: 16_000, by: 3_700) {
        let heard = CallProgressDetector.tones(in: samples[start...], plan: plan, rate: .narrowband)
        #expect(heard.last?.tone == name(tone, plan), "\(country) \(tone) from \(start)")
      }
    }
  }

  @Test("noise, speech and digits are not tones", arguments: ["US", "DE", "GB", "FR", "JP"])
  func nothing(country: String) throws {
    let plan = try #require(TonePlan(country: country))
    var chance = SplitMix(9)
    let noise = NoiseTable.over([Int16](repeating: 0, count: 80_000), power: NoiseTable.power(-20), ratio: 0, chance: &chance)
    let digits = try #require(DTMFSender.samples("123A456B789C*0#D", rate: .narrowband))
    var voice = SpeechLike(seed: 5)
    for samples in [noise, digits, voice.speak(seconds: 20)] {
      #expect(CallProgressDetector.tones(in: samples, plan: plan, rate: .narrowband).isEmpty)
    }
  }

  @Test(
    "a tone with an error of 5 Hz is detected, one with 20 Hz is not",
    arguments: [("DE", CallTone.busy), ("US", .dial), ("GB", .ringback)])
  func offset(country: String, tone: CallTone) throws {
    let plan = try #require(TonePlan(country: country))
    for (hertz, isHeard) in [(-20.0, false), (-5, true), (5, true), (20, false)] {
      let moved = plan[tone].segments.map { segment in
        var segment = segment
        segment.frequencies = segment.frequencies.map { $0 + hertz }
        return segment
      }
      var player = TonePlayer(ToneCadence(moved), rate: .narrowband)
      let samples = [Int16](repeating: 0, count: 2_500) + player.next(32_000)
      let heard = CallProgressDetector.tones(in: samples, plan: plan, rate: .narrowband).map(\.tone)
      #expect(heard == (isHeard ? [tone] : []), "\(hertz) Hz")
    }
  }
}
