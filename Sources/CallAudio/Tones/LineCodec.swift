public import CallMixing

/// An audio codec of the telephone network.
public enum LineCodec: String, CaseIterable, Sendable {
  /// G.711 A-law, as in Europe: 8,000 samples a second, one byte each.
  case pcma = "PCMA"
  /// G.711 mu-law, as in North America and Japan.
  case pcmu = "PCMU"
  /// G.722 at 64 kbit/s: 16,000 samples a second, two in a byte.
  case g722 = "G722"

  /// The sample rate.
  public var rate: AudioRate { self == .g722 ? .wideband : .narrowband }

  /// The bytes in a frame of 20 ms.
  public static let bytesPerFrame = 160
}
