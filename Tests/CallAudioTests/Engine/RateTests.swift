import CallAudio
import Glibc
import Testing

private struct Tone {
  let frequency: Double
  let amplitude: Double
  let rate: AudioRate
  private var sample = 0

  init(_ frequency: Double, amplitude: Double, _ rate: AudioRate) {
    self.frequency = frequency
    self.amplitude = amplitude
    self.rate = rate
  }

  mutating func next() -> [Int16] {
    defer { sample += rate.samplesPerFrame }
    return (sample..<sample + rate.samplesPerFrame).map { place in
      Int16((amplitude * sin(2 * .pi * frequency * Double(place) / Double(rate.hertz))).rounded())
    }
  }
}

/// Measures the frequency by interpolated zero crossings, and the level by the mean square over whole periods.
private func measure(_ samples: [Int16], _ rate: AudioRate) -> (frequency: Double, decibels: Double) {
  var crossings: [Double] = []
  for place in 1..<samples.count where samples[place - 1] < 0 && samples[place] >= 0 {
    let (before, after) = (Double(samples[place - 1]), Double(samples[place]))
    crossings.append(Double(place - 1) + before / (before - after))
  }
  guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else { return (0, -.infinity) }
  let whole = samples[Int(first.rounded())..<Int(last.rounded())]
  let square = whole.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(whole.count)
  return (Double(crossings.count - 1) * Double(rate.hertz) / (last - first), 10 * log10(square / (32_768 * 32_768)))
}

@Suite("Members of different rates hear one another at the same level and pitch")
struct RateTests {
  let bench = EngineBench()

  private static let pairs = AudioRate.allCases.flatMap { from in AudioRate.allCases.map { (from, $0) } }

  @Test(arguments: pairs, [440.0, 1_000, 3_000])
  func `a tone of -10 dBFS keeps its level and its pitch`(_ rates: (AudioRate, AudioRate), _ frequency: Double) throws {
    let (from, to) = rates
    for groupRate in AudioRate.allCases {
      let (a, b) = (try bench.leg(from), try bench.leg(to))
      try bench.engine.apply(MixScene(groups: [MixGroup(rate: groupRate, members: [MixMember(a), MixMember(b)])]))
      var tone = Tone(frequency, amplitude: 32_768 * pow(10, -10 / 20), from)
      var heard: [Int16] = []
      for number in 0..<60 {
        bench.says(a, tone.next())
        bench.engine.tick()
        let frame = try #require(bench.hears(b))
        _ = bench.hears(a)
        // Exclude the resampler's delay and its settling.
        if number >= 10 { heard += frame }
      }
      let measured = measure(heard, to)
      #expect(abs(measured.frequency - frequency) < 0.1)
      #expect(abs(measured.decibels - (-10 - 3.0103)) < 0.1)
    }
  }

  @Test(arguments: AudioRate.allCases)
  func `the device's 48 kHz are heard in a call of any rate, and the call in it`(_ rate: AudioRate) throws {
    let leg = try bench.leg(rate)
    let port = try bench.engine.makeDevicePort()
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: rate, members: [MixMember(leg)], device: port)]))
    var near = Tone(440, amplitude: 10_000, .fullband), far = Tone(600, amplitude: 5_000, rate)
    var heard: [Int16] = [], played: [Int16] = []
    for number in 0..<60 {
      port.capture.put(near.next(), at: 0)
      bench.says(leg, far.next())
      bench.engine.tick()
      let (there, here) = (try #require(bench.hears(leg)), try #require(bench.plays(port)))
      if number >= 10 { (heard, played) = (heard + there, played + here) }
    }
    let (there, here) = (measure(heard, rate), measure(played, .fullband))
    #expect(abs(there.frequency - 440) < 0.1)
    #expect(abs(there.decibels - 20 * log10(10_000 / 32_768 / 2.0.squareRoot())) < 0.1)
    #expect(abs(here.frequency - 600) < 0.1)
    #expect(abs(here.decibels - 20 * log10(5_000 / 32_768 / 2.0.squareRoot())) < 0.1)
  }

  @Test func `a scene that is applied anew leaves no crack in a resampled tone`() throws {
    let (a, b) = (try bench.leg(.narrowband), try bench.leg(.fullband))
    let scene = MixScene(groups: [MixGroup(rate: .fullband, members: [MixMember(a), MixMember(b)])])
    var tone = Tone(440, amplitude: 10_000, .narrowband)
    var heard: [Int16] = []
    for number in 0..<60 {
      try bench.engine.apply(scene)
      bench.says(a, tone.next())
      bench.engine.tick()
      let frame = try #require(bench.hears(b))
      if number >= 10 { heard += frame }
    }
    // The largest step of a tone with this amplitude, plus rounding.
    let steepest = 10_000 * 2 * Double.pi * 440 / 48_000 + 2
    for place in 1..<heard.count where abs(Double(heard[place]) - Double(heard[place - 1])) > steepest {
      Issue.record("a step of \(heard[place] - heard[place - 1]) at sample \(place)")
      break
    }
  }
}
