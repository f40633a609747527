internal import CTones

/// A stretch of a tone in which the same sounds.
public struct ToneSegment: Hashable, Sendable {
  /// What sounds together, in hertz: at most four; none is silence.
  public var frequencies: [Double]
  /// The amplitude of all of them follows this one, in hertz; nil: it does not.
  public var modulation: Double?
  /// The level of each frequency in dBm0, with its sidebands where it is modulated.
  public var level: Double
  /// How long, in milliseconds; nil: without end.
  public var milliseconds: Int?

  /// Describes a stretch of sound, or of silence.
  public init(_ frequencies: [Double], modulation: Double? = nil, level: Double = -10, milliseconds: Int? = nil) {
    self.frequencies = frequencies
    self.modulation = modulation
    self.level = level
    self.milliseconds = milliseconds
  }

  /// Whether nothing sounds.
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

  /// Plans know tenths, which a `Float` only nearly is.
  private static func tenths(_ value: Float) -> Double { (Double(value) * 10).rounded() / 10 }
}
