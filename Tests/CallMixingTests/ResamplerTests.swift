import CResampling
import CallMixing
import Glibc
import Testing

/// A tone after one resampler, to measure its frequencies.
private struct ToneTrial {
  let from: AudioRate
  let to: AudioRate
  private let samples: [Double]
  static let amplitude = 30_000.0

  init(_ frequency: Double, from: AudioRate, to: AudioRate, frames: Int = 40) throws {
    (self.from, self.to) = (from, to)
    let resampler = try #require(hookswitch_resampler_new(from.rawValue, to.rawValue))
    defer { hookswitch_resampler_free(resampler) }
    var output = [Int16](repeating: 0, count: to.samplesPerFrame)
    var samples: [Double] = []
    for frame in 0..<frames {
      let input = (0..<from.samplesPerFrame).map { place in
        let time = Double(frame * from.samplesPerFrame + place) / Double(from.hertz)
        return Int16((Self.amplitude * sin(2 * .pi * frequency * time)).rounded())
      }
      hookswitch_resampler_frame(resampler, input, &output)
      // Exclude the filter's settling.
      if frame >= 5 { samples += output.map(Double.init) }
    }
    self.samples = samples
  }

  /// Returns the level of one frequency relative to the input tone, in dB; a Blackman-Harris window suppresses the others.
  func decibels(at frequency: Double) -> Double {
    var (real, imaginary, weight) = (0.0, 0.0, 0.0)
    for (place, sample) in samples.enumerated() {
      let turn = 2 * Double.pi * Double(place) / Double(samples.count)
      let window = 0.35875 - 0.48829 * cos(turn) + 0.14128 * cos(2 * turn) - 0.01168 * cos(3 * turn)
      let angle = 2 * Double.pi * frequency * Double(place) / Double(to.hertz)
      real += window * sample * cos(angle)
      imaginary += window * sample * sin(angle)
      weight += window
    }
    return 20 * log10(2 * (real * real + imaginary * imaginary).squareRoot() / weight / Self.amplitude + 1e-12)
  }
}

@Suite("Resampling between the rates of rings")
struct ResamplerTests {
  static let pairs = AudioRate.allCases.flatMap { from in AudioRate.allCases.filter { $0 != from }.map { (from, $0) } }

  /// Half of the lower rate, where the two bands meet.
  private static func limit(_ from: AudioRate, _ to: AudioRate) -> Double { Double(min(from, to).hertz) / 2 }

  @Test("The pass band is flat within 0.01 dB up to 0.9 of half the lower rate", arguments: pairs)
  func passBand(from: AudioRate, to: AudioRate) throws {
    for share in stride(from: 0.02, through: 0.9, by: 0.08) {
      let frequency = share * Self.limit(from, to)
      let level = try ToneTrial(frequency, from: from, to: to).decibels(at: frequency)
      #expect(abs(level) < 0.01, "\(level) dB at \(frequency) Hz")
    }
  }

  @Test("Upsampling leaves no image of the pass band above -90 dB", arguments: pairs.filter { $0 < $1 })
  func images(from: AudioRate, to: AudioRate) throws {
    for share in stride(from: 0.1, through: 0.9, by: 0.08) {
      let frequency = share * Self.limit(from, to)
      let trial = try ToneTrial(frequency, from: from, to: to)
      for multiple in 1...3 {
        for image in [Double(multiple * from.hertz) - frequency, Double(multiple * from.hertz) + frequency]
        where image < Double(to.hertz) / 2 {
          let level = trial.decibels(at: image)
          #expect(level < -90, "\(level) dB at \(image) Hz, of \(frequency) Hz")
        }
      }
    }
  }

  @Test("Downsampling passes nothing of the stop band above -90 dB", arguments: pairs.filter { $0 > $1 })
  func aliases(from: AudioRate, to: AudioRate) throws {
    let limit = Self.limit(from, to)
    for share in stride(from: 1.1, through: Double(from.hertz) / 2 / limit - 0.01, by: 0.11) {
      let frequency = share * limit
      let folded = abs(frequency - (frequency / Double(to.hertz)).rounded() * Double(to.hertz))
      let level = try ToneTrial(frequency, from: from, to: to).decibels(at: folded)
      #expect(level < -90, "\(level) dB of \(frequency) Hz, heard at \(folded) Hz")
    }
  }

  @Test("A constant passes unchanged at both ends of the scale, and overshoot is clipped to 16 bits", arguments: pairs)
  func extremes(from: AudioRate, to: AudioRate) throws {
    let resampler = try #require(hookswitch_resampler_new(from.rawValue, to.rawValue))
    defer { hookswitch_resampler_free(resampler) }
    var output = [Int16](repeating: 0, count: to.samplesPerFrame)
    for level in [Int16.max, .min, 0, 1, -1] {
      let input = [Int16](repeating: level, count: from.samplesPerFrame)
      for _ in 0..<3 { hookswitch_resampler_frame(resampler, input, &output) }
      #expect(output.allSatisfy { $0 == level })
    }
    // A square wave at full scale overshoots in any band-limited filter.
    let square = (0..<from.samplesPerFrame).map { $0 / (from.samplesPerFrame / 8) % 2 == 0 ? Int16.max : .min }
    for _ in 0..<5 { hookswitch_resampler_frame(resampler, square, &output) }
    #expect(output.max() == .max && output.min() == .min)
  }

  @Test("A reset resampler equals a new one", arguments: pairs)
  func reset(from: AudioRate, to: AudioRate) throws {
    let (used, new) = (
      try #require(hookswitch_resampler_new(from.rawValue, to.rawValue)), try #require(hookswitch_resampler_new(from.rawValue, to.rawValue))
    )
    defer {
      hookswitch_resampler_free(used)
      hookswitch_resampler_free(new)
    }
    let input = (0..<from.samplesPerFrame).map { Int16(truncatingIfNeeded: $0 &* 7_919) }
    var (first, second) = ([Int16](repeating: 0, count: to.samplesPerFrame), [Int16](repeating: 0, count: to.samplesPerFrame))
    for _ in 0..<3 { hookswitch_resampler_frame(used, input, &first) }
    hookswitch_resampler_reset(used)
    for _ in 0..<3 {
      hookswitch_resampler_frame(used, input, &first)
      hookswitch_resampler_frame(new, input, &second)
      #expect(first == second)
    }
  }

  @Test("Other rates than those of rings have no resampler", arguments: [(8_000, 8_000), (8_000, 44_100), (0, 8_000), (16_000, 24_000)])
  func unknownRates(from: UInt32, to: UInt32) {
    #expect(hookswitch_resampler_new(from, to) == nil)
  }
}
