internal import TransportABI

/// The format of a call's audio: frames of 20 ms of 16-bit samples, one channel, at one of three rates.
///
/// The loader leaves out every other format that a transport offers, since the host mixes only these.
public struct TransportAudioFormat: Hashable, Codable, Sendable {
  /// The sample rate in hertz: 8,000, 16,000 or 48,000.
  public let rate: UInt32

  /// The rates that the host supports.
  public static let rates: [UInt32] = [8_000, 16_000, 48_000]

  /// The format of that rate; nil for a rate that the host does not support.
  public init?(rate: UInt32) {
    guard Self.rates.contains(rate) else { return nil }
    self.rate = rate
  }

  /// The length of a frame in microseconds.
  static let frameMicroseconds: UInt32 = 20_000

  /// A format that a transport offers; nil when the host does not support it.
  init?(_ format: hsw_audio_format) {
    guard format.sample == UInt16(HSW_SAMPLE_S16LE), format.channels == 1, format.frame_us == Self.frameMicroseconds else { return nil }
    self.init(rate: format.rate)
  }

  /// The format as a struct of the contract.
  var table: hsw_audio_format {
    var table = hsw_audio_format()
    table.size = UInt32(MemoryLayout<hsw_audio_format>.size)
    table.rate = rate
    table.channels = 1
    table.sample = UInt16(HSW_SAMPLE_S16LE)
    table.frame_us = Self.frameMicroseconds
    return table
  }
}
