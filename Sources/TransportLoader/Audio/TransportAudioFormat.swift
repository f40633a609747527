internal import TransportABI

/// How a call's audio crosses: frames of 20 ms of 16-bit samples, one channel, at one of three rates.
///
/// Whatever else a transport offers is left out before anybody sees it: the host mixes nothing else.
public struct TransportAudioFormat: Hashable, Codable, Sendable {
  /// Samples a second: 8,000, 16,000 or 48,000.
  public let rate: UInt32

  /// The rates that the host takes.
  public static let rates: [UInt32] = [8_000, 16_000, 48_000]

  /// The format of that rate; nil for a rate that the host does not take.
  public init?(rate: UInt32) {
    guard Self.rates.contains(rate) else { return nil }
    self.rate = rate
  }

  /// How long a frame is, in microseconds.
  static let frameMicroseconds: UInt32 = 20_000

  /// What a transport offers, if the host takes it.
  init?(_ format: hsw_audio_format) {
    guard format.sample == UInt16(HSW_SAMPLE_S16LE), format.channels == 1, format.frame_us == Self.frameMicroseconds else { return nil }
    self.init(rate: format.rate)
  }

  /// The format as it crosses the contract.
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
