/// How a call's audio crosses: frames of 20 ms of 16-bit samples, one channel, at this rate.
public struct AudioFormat: Hashable, Sendable, BitwiseCopyable {
  /// Samples a second.
  public let rate: UInt32

  /// The format of that rate, which 50 frames a second must divide.
  ///
  /// Hosts take 8,000, 16,000 and 48,000.
  public init(rate: UInt32) {
    self.rate = rate
  }

  /// Samples in a frame.
  @inlinable public var samplesPerFrame: Int { Int(rate / 50) }

  /// 8 kHz, as telephones have it.
  public static let narrowband = AudioFormat(rate: 8_000)
  /// 16 kHz: HD voice.
  public static let wideband = AudioFormat(rate: 16_000)
  /// 48 kHz: as devices have it.
  public static let fullband = AudioFormat(rate: 48_000)

  /// How long a frame is, in microseconds.
  static let frameMicroseconds: UInt32 = 20_000
}
