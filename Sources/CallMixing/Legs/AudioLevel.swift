internal import Glibc

/// The level of one frame.
public struct AudioLevel: Equatable, Sendable {
  /// The largest absolute sample, 0 … 32,768.
  public var peak: Int
  /// The root mean square, in the same unit.
  public var rms: Float

  /// Digital silence.
  public static let silence = AudioLevel(peak: 0, rms: 0)

  /// `peak` relative to full scale, in dB: at most 0; minus infinity for silence.
  public var peakDecibels: Double { Self.decibels(Double(peak)) }
  /// `rms` relative to full scale, in dB.
  ///
  /// A full-scale sine has -3.
  public var rmsDecibels: Double { Self.decibels(Double(rms)) }

  private static func decibels(_ value: Double) -> Double { 20 * log10(value / 32_768) }

  /// Both values in one word, so that a reader never mixes two frames.
  var packed: UInt64 { UInt64(UInt32(truncatingIfNeeded: peak)) << 32 | UInt64(rms.bitPattern) }

  init(packed: UInt64) {
    peak = Int(packed >> 32)
    rms = Float(bitPattern: UInt32(truncatingIfNeeded: packed))
  }

  /// Creates a level.
  public init(peak: Int, rms: Float) {
    self.peak = peak
    self.rms = rms
  }
}
