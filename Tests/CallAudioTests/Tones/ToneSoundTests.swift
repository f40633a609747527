import CallAudio
import Glibc
import Testing
import ToneTrials

@Suite("The sound of tones")
struct ToneSoundTests {
  /// Every tone of every plan, without duplicates.
  static let all = TonePlan.builtIn.flatMap { plan in CallTone.allCases.map { (plan, $0) } }
    .reduce(into: (seen: Set<ToneCadence>(), pairs: [(String, CallTone)]())) { all, pair in
      if all.seen.insert(pair.0[pair.1]).inserted { all.pairs.append((pair.0.country, pair.1)) }
    }.pairs

  private func cadence(_ country: String, _ tone: CallTone) throws -> ToneCadence { try #require(TonePlan(country: country))[tone] }

  @Test("every tone of every plan has its frequencies at their levels, and exact silences, to the sample", arguments: all)
  func measured(country: String, tone: CallTone) throws {
    for rate in AudioRate.allCases where rate == .narrowband || ["US", "GB", "JP"].contains(country) {
      try measure(try cadence(country, tone), rate)
    }
  }

  private func measure(_ cadence: ToneCadence, _ rate: AudioRate) throws {
    var player = TonePlayer(cadence, rate: rate)
    for (place, segment) in cadence.segments.enumerated() {
      let samples = player.next((segment.milliseconds ?? 1_000) * rate.hertz / 1_000)
      guard !segment.isSilence else {
        #expect(samples.allSatisfy { $0 == 0 })
        continue
      }
      #expect(samples.prefix(8).contains { $0 != 0 } && samples.suffix(8).contains { $0 != 0 })
      let middle = SoundMeter(samples, rate: rate).middle(without: .milliseconds(3))
      // A short or modulated segment contains no whole beat to measure.
      guard middle.length >= .milliseconds(150) else { continue }
      if segment.frequencies.count == 1 {
        #expect(abs(middle.frequency() - segment.frequencies[0]) < 0.1, "\(segment)")
        #expect(abs(middle.dBm0 - segment.level) < 0.1, "\(segment): \(middle.dBm0)")
      } else {
        for hertz in segment.frequencies { #expect(abs(middle.dBm0(at: hertz) - segment.level) < 0.1, "\(place) \(segment)") }
      }
    }
  }

  @Test(
    "a tone does not depend on the sizes of the pieces requested",
    arguments: [("US", CallTone.recall), ("GB", .congestion), ("JP", .ringback)])
  func pieces(country: String, tone: CallTone) throws {
    let cadence = try cadence(country, tone)
    var whole = TonePlayer(cadence, rate: .wideband)
    var cut = whole
    var chance = SplitMix(7)
    var pieces: [Int16] = []
    while pieces.count < 80_000 { pieces += cut.next(Int.random(in: 0...700, using: &chance)) }
    #expect(whole.next(pieces.count) == pieces)
  }

  @Test("every loop continues as its tone does", arguments: all)
  func loops(country: String, tone: CallTone) throws {
    let cadence = try cadence(country, tone)
    let (samples, repeats) = cadence.loop(.narrowband)
    #expect(repeats == !cadence.ends)
    guard repeats, cadence.once == 0 else { return }
    let (lead, period) = cadence.period(.narrowband)
    #expect(samples.count % period == 0)
    var player = TonePlayer(cadence, rate: .narrowband)
    let start = (lead + period - 1) / period * period
    let long = player.next(start + 2 * samples.count)
    // The oscillators have 2,048 steps per period, and rounding may place them one step apart.
    for place in (start + samples.count)..<long.count {
      let difference = abs(Int(long[place]) - Int(samples[(place - start) % samples.count]))
      if difference > 64 {
        Issue.record("\(cadence): sample \(place) differs by \(difference)")
        return
      }
    }
  }

  @Test("a tone that ends is followed by silence, and reports its end")
  func ending() throws {
    var player = TonePlayer(try cadence("US", .sitIntercept), rate: .narrowband)
    let samples = player.next(8_000)
    #expect(player.isOver)
    #expect(samples[(928 * 8)...].allSatisfy { $0 == 0 })
    #expect(samples[..<(928 * 8)].suffix(20).contains { $0 != 0 })
  }

  @Test("Japan's ringback is 400 Hz modulated by 16 Hz, not a sum")
  func japan() throws {
    var player = TonePlayer(try cadence("JP", .ringback), rate: .narrowband)
    let meter = SoundMeter(player.next(8_000), rate: .narrowband).middle()
    #expect(abs(meter.frequency() - 400) < 0.1)
    #expect(meter.dBm0(at: 16) < -60)
    // Each sideband's amplitude is half the modulation depth.
    let sideband = meter.dBm0(at: 400) + 20 * -0.3716
    #expect(abs(meter.dBm0(at: 384) - sideband) < 0.2)
    #expect(abs(meter.dBm0(at: 416) - sideband) < 0.2)
    #expect(abs(meter.dBm0 + 10) < 0.15)
  }

  @Test("no click: no step between samples is larger than the frequencies allow", arguments: all)
  func clicks(country: String, tone: CallTone) throws {
    let cadence = try cadence(country, tone)
    var player = TonePlayer(cadence, rate: .fullband)
    // All edges of the cadence, and the first edge of its repetition.
    let round = cadence.segments.reduce(0) { $0 + ($1.milliseconds ?? 1_000) }
    let samples = player.next((round + 100) * 48)
    #expect(samples.contains { $0 != 0 })
    var steepest = 0.0
    for segment in cadence.segments {
      let amplitude: Double = 32_767 * pow(10, (segment.level - 3.14) / 20)
      let hertz: Double = segment.frequencies.reduce(0, +)
      let swell = segment.modulation == nil ? 1 : 1.6
      steepest = max(steepest, 2 * .pi * hertz / 48_000 * amplitude * swell)
    }
    let jump = zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(Double(jump) <= 1.3 * steepest + 40, "\(country) \(tone)")
  }
}
