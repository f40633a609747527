public import TransportABI

/// The two rings of one call's audio, for a transport's `attach`.
///
/// Control blocks and slots belong to the program that made them, and must stay in place until `detach` has answered; see `RingFate`.
///
/// `@unchecked Sendable`: the tables are constants, and the memory behind them is accessed only through the atomics of `hookswitch/ring.h`.
public struct TransportRings: @unchecked Sendable {
  /// The audio to the far end: the host produces, the transport consumes.
  public let toNet: hsw_ring
  /// The audio from the far end: the transport produces, the host consumes.
  public let fromNet: hsw_ring

  /// Makes a pair of rings.
  public init(toNet: hsw_ring, fromNet: hsw_ring) {
    self.toNet = toNet
    self.fromNet = fromNet
  }
}

/// The state of rings that a transport was given, after their detach.
public enum RingFate: Hashable, Sendable {
  /// The transport has released the rings: their memory may be reused.
  case free
  /// The transport hangs and may still touch the rings: their memory must never be freed or reused.
  case lost
}

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
