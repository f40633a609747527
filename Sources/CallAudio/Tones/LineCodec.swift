public import CallMixing

/// How sound is written on a telephone line.
public enum LineCodec: String, CaseIterable, Sendable {
  /// G.711 with the A-law of Europe: 8,000 samples a second, a byte each.
  case pcma = "PCMA"
  /// G.711 with the mu-law of North America and Japan.
  case pcmu = "PCMU"
  /// G.722 at 64 kbit/s: 16,000 samples a second, a byte for two.
  case g722 = "G722"

  /// The rate of the samples that go in and come out.
  public var rate: AudioRate { self == .g722 ? .wideband : .narrowband }

  /// Bytes in a frame of 20 ms.
  public static let bytesPerFrame = 160
}
