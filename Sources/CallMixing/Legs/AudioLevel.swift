internal import Glibc

/// How loud one frame was.
public struct AudioLevel: Equatable, Sendable {
  /// The largest distance from zero: 0 … 32,768.
  public var peak: Int
  /// The root of the mean square, in the same unit.
  public var rms: Float

  /// Nothing at all.
  public static let silence = AudioLevel(peak: 0, rms: 0)

  /// `peak` against full scale, in dB: 0 at most, minus infinity for silence.
  public var peakDecibels: Double { Self.decibels(Double(peak)) }
  /// `rms` against full scale, in dB.
  ///
  /// A sine that reaches full scale has -3.
  public var rmsDecibels: Double { Self.decibels(Double(rms)) }

  private static func decibels(_ value: Double) -> Double { 20 * log10(value / 32_768) }

  /// Both in one word, so that a reader never sees halves of two frames.
  var packed: UInt64 { UInt64(UInt32(truncatingIfNeeded: peak)) << 32 | UInt64(rms.bitPattern) }

  init(packed: UInt64) {
    peak = Int(packed >> 32)
    rms = Float(bitPattern: UInt32(truncatingIfNeeded: packed))
  }

  /// A level from its figures.
  public init(peak: Int, rms: Float) {
    self.peak = peak
    self.rms = rms
  }
}
