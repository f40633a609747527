internal import CTones

/// A segment of a tone with unchanging sound.
public struct ToneSegment: Hashable, Sendable {
  /// The simultaneous frequencies in hertz, at most four; empty for silence.
  public var frequencies: [Double]
  /// The frequency of the amplitude modulation in hertz; nil for none.
  public var modulation: Double?
  /// The level of each frequency in dBm0, sidebands included.
  public var level: Double
  /// The duration in milliseconds; nil for an endless segment.
  public var milliseconds: Int?

  /// Creates a segment of sound or of silence.
  public init(_ frequencies: [Double], modulation: Double? = nil, level: Double = -10, milliseconds: Int? = nil) {
    self.frequencies = frequencies
    self.modulation = modulation
    self.level = level
    self.milliseconds = milliseconds
  }

  /// True for silence.
  public var isSilence: Bool { frequencies.isEmpty }

  init(_ segment: ctones_segment) {
    let four = segment.hertz
    frequencies = [four.0, four.1, four.2, four.3].prefix { $0 > 0 }.map(Self.tenths)
    modulation = segment.modulation > 0 ? Self.tenths(segment.modulation) : nil
    level = Self.tenths(segment.dbm0)
    milliseconds = segment.ms > 0 ? Int(segment.ms) : nil
  }

  var raw: ctones_segment {
    var raw = ctones_segment()
    let four = frequencies.prefix(4).map(Float.init) + [Float](repeating: 0, count: max(0, 4 - frequencies.count))
    raw.hertz = (four[0], four[1], four[2], four[3])
    raw.modulation = Float(modulation ?? 0)
    raw.dbm0 = Float(level)
    raw.ms = UInt32(clamping: milliseconds ?? 0)
    return raw
  }

  /// Rounds to tenths, the resolution of plans, which a `Float` only approximates.
  private static func tenths(_ value: Float) -> Double { (Double(value) * 10).rounded() / 10 }
}
