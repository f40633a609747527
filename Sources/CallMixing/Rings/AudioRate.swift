/// A sample rate of rings.
public enum AudioRate: UInt32, CaseIterable, Comparable, Codable, Sendable {
  /// 8,000 Hz: the telephone network (G.711).
  case narrowband = 8_000
  /// 16,000 Hz: HD voice (G.722).
  case wideband = 16_000
  /// 48,000 Hz: devices, Opus.
  case fullband = 48_000

  /// The duration of a frame, 20 ms at every rate.
  public static let frame = Duration.milliseconds(20)

  /// The rate in hertz.
  public var hertz: Int { Int(rawValue) }

  /// The samples of one channel in a frame: 160, 320 or 960.
  public var samplesPerFrame: Int { hertz / 50 }

  /// Orders rates from low to high.
  public static func < (a: AudioRate, b: AudioRate) -> Bool { a.rawValue < b.rawValue }
}
