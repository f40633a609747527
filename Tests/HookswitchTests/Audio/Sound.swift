import Foundation
import Hookswitch

/// Makes and analyses samples for tests.
enum Sound {
  /// Returns a sine of -10 dBFS, from a given sample on.
  static func tone(_ hertz: Double, _ rate: AudioRate, from start: Int = 0, count: Int) -> [Int16] {
    (0..<count).map { Int16(10_362 * sin(2 * .pi * hertz * Double(start + $0) / Double(rate.hertz))) }
  }

  /// Returns the level of one frequency in the later half of the samples, in dB against a full-scale sine.
  ///
  /// The first half is left out, because the sound may not have begun yet.
  static func level(_ hertz: Double, in samples: [Int16], _ rate: AudioRate) -> Double {
    let tail = samples.suffix(samples.count / 2)
    guard !tail.isEmpty else { return -.infinity }
    var (cosine, sine) = (0.0, 0.0)
    for (place, sample) in tail.enumerated() {
      let angle = 2 * .pi * hertz * Double(place) / Double(rate.hertz)
      cosine += Double(sample) * cos(angle)
      sine += Double(sample) * sin(angle)
    }
    let amplitude = 2 * (cosine * cosine + sine * sine).squareRoot() / Double(tail.count)
    return 20 * log10(max(amplitude, 0.01) / 32_768)
  }

  /// Returns true when the samples contain this tone, within 2 dB of its level.
  static func has(_ hertz: Double, in samples: [Int16], _ rate: AudioRate) -> Bool {
    abs(level(hertz, in: samples, rate) + 10) < 2
  }

  /// Returns true when at least a quarter of the frames have the tone, each by itself.
  ///
  /// For sound in real time: a test that pumps its device late puts silent frames in between, which shift the phase of what follows.
  static func hasFrames(_ hertz: Double, in samples: [Int16], _ rate: AudioRate) -> Bool {
    let length = rate.samplesPerFrame
    let frames = stride(from: 0, to: samples.count / length * length, by: length).map { Array(samples[$0..<$0 + length]) }
    return frames.count { has(hertz, in: $0, rate) } * 4 >= max(1, frames.count)
  }

  /// Returns true when the later half is silent: a filter still rings for some milliseconds before.
  static func isSilent(_ samples: [Int16]) -> Bool { samples.suffix(samples.count / 2).allSatisfy { abs(Int($0)) < 4 } }
}
