/// The format of a call's audio: frames of 20 ms of 16-bit samples, one channel, at this rate.
public struct AudioFormat: Hashable, Sendable, BitwiseCopyable {
  /// The sample rate in hertz.
  public let rate: UInt32

  /// Makes the format with this rate, which must be divisible by 50.
  ///
  /// Hosts support 8,000, 16,000 and 48,000.
  public init(rate: UInt32) {
    self.rate = rate
  }

  /// The number of samples in a frame.
  @inlinable public var samplesPerFrame: Int { Int(rate / 50) }

  /// 8 kHz: telephone quality.
  public static let narrowband = AudioFormat(rate: 8_000)
  /// 16 kHz: HD voice.
  public static let wideband = AudioFormat(rate: 16_000)
  /// 48 kHz: the rate of sound devices.
  public static let fullband = AudioFormat(rate: 48_000)

  /// The length of a frame in microseconds.
  static let frameMicroseconds: UInt32 = 20_000
}
