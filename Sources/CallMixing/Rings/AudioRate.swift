/// How many samples a second: the three rates that rings carry.
public enum AudioRate: UInt32, CaseIterable, Comparable, Codable, Sendable {
  /// 8,000: the telephone's (G.711).
  case narrowband = 8_000
  /// 16,000: HD voice (G.722).
  case wideband = 16_000
  /// 48,000: devices, Opus.
  case fullband = 48_000

  /// How long a frame is: 20 ms, at every rate.
  public static let frame = Duration.milliseconds(20)

  /// In hertz.
  public var hertz: Int { Int(rawValue) }

  /// Samples of one channel in a frame of 20 ms: 160, 320 or 960.
  public var samplesPerFrame: Int { hertz / 50 }

  /// The slower comes first.
  public static func < (a: AudioRate, b: AudioRate) -> Bool { a.rawValue < b.rawValue }
}
