internal import CMediaThread
internal import Glibc

/// The frame counts of one leg or device since it was created.
public struct LegCounters: Equatable, Sendable {
  /// Frames that the engine took, from the far end or the microphone.
  public var taken: UInt64 = 0
  /// Frames that the engine put, for the far end or the loudspeaker.
  public var given: UInt64 = 0
  /// Underruns: ticks without a frame to take, replaced by silence.
  public var missing: UInt64 = 0
  /// Overruns: frames for which the ring had no room, because earlier ones were not taken.
  public var refused: UInt64 = 0
  /// Stale frames: left from before the leg joined, or from a ring that had filled up.
  public var dropped: UInt64 = 0
  /// Taken frames that the transport had concealed.
  public var concealed: UInt64 = 0
  /// The number of gaps that the transport marked.
  public var gaps: UInt64 = 0

  /// Creates counters, by default at zero.
  public init(
    taken: UInt64 = 0, given: UInt64 = 0, missing: UInt64 = 0, refused: UInt64 = 0, dropped: UInt64 = 0, concealed: UInt64 = 0,
    gaps: UInt64 = 0
  ) {
    self.taken = taken
    self.given = given
    self.missing = missing
    self.refused = refused
    self.dropped = dropped
    self.concealed = concealed
    self.gaps = gaps
  }
}

extension AudioLeg {
  /// The frame counters.
  ///
  /// Any thread, until the leg's release.
  package var counters: LegCounters {
    let strip = strip
    return LegCounters(
      taken: hookswitch_figure(&strip.pointee.taken), given: hookswitch_figure(&strip.pointee.given),
      missing: hookswitch_figure(&strip.pointee.missing), refused: hookswitch_figure(&strip.pointee.refused),
      dropped: hookswitch_figure(&strip.pointee.dropped), concealed: hookswitch_figure(&strip.pointee.concealed),
      gaps: hookswitch_figure(&strip.pointee.gaps))
  }

  /// The level of the last frame that the engine took.
  ///
  /// Any thread, until the leg's release.
  package var level: AudioLevel { AudioLevel(packed: hookswitch_figure(&strip.pointee.level)) }
}

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
