internal import Glibc

/// Measures some samples.
package struct SampleMeter {
  let samples: [Int16]
  let rate: UInt32
  /// The number of samples in which a tone must keep its phase; nil means all of them.
  ///
  /// A busy machine makes a sound in real time lose or repeat a frame. The tone after it has another phase, and cancels the one before it.
  var span: Int? = nil

  /// The level below which samples count as silent; codecs and comfort noise leave that much.
  static let silence = 64.0

  /// The root mean square.
  package var level: Double {
    guard !samples.isEmpty else { return 0 }
    return (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  package var isSilent: Bool { level < Self.silence }

  /// Returns the share of their power at that frequency, from 0 to 1.
  package func share(of hertz: Double) -> Double {
    let total = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard total > 0 else { return 0 }
    let length = span ?? samples.count
    let starts = stride(from: 0, to: samples.count, by: length)
    return min(1, starts.reduce(0.0) { $0 + power(of: hertz, in: samples[$1..<min($1 + length, samples.count)]) } / total)
  }

  /// Returns the sum of the squares of the part of `samples` at that frequency.
  private func power(of hertz: Double, in samples: ArraySlice<Int16>) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * .pi * hertz * Double(index) / Double(rate)
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary) / Double(samples.count)
  }

  /// Returns true if the samples are that tone and little else.
  package func hears(_ hertz: Double) -> Bool { !isSilent && share(of: hertz) > 0.8 }
}

/// A sine tone, continuous from frame to frame.
package struct SineTone {
  let hertz: Double
  let rate: Double
  /// The amplitude of its peaks.
  package static let peak = 8000.0
  private var place = 0.0

  package init(_ hertz: Double, rate: UInt32) {
    self.hertz = hertz
    self.rate = Double(rate)
  }

  /// Returns its next samples.
  package mutating func next(_ count: Int) -> [Int16] {
    (0..<count).map { _ in
      defer { place += 1 }
      return Int16(Self.peak * sin(2 * .pi * hertz * place / rate))
    }
  }
}
