internal import CSpanDSP
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

/// Encodes audio into the caller's buffers.
///
/// For one thread at a time. Encoding neither allocates nor waits.
public final class LineEncoder {
  /// The codec.
  public let codec: LineCodec
  private let g711: OpaquePointer?
  private let g722: OpaquePointer?

  /// Creates an encoder in its initial state; G.722 encoding depends on earlier samples.
  public init(_ codec: LineCodec) {
    self.codec = codec
    g711 = codec == .g722 ? nil : g711_init(nil, codec == .pcma ? CInt(G711_ALAW) : CInt(G711_ULAW))
    g722 = codec == .g722 ? g722_encode_init(nil, 64_000, 0) : nil
  }

  deinit {
    if let g711 { g711_free(g711) }
    if let g722 { g722_encode_free(g722) }
  }

  /// Encodes as many samples as fit into `bytes`, and returns the number of bytes written.
  ///
  /// G.722 ignores an odd last sample.
  public func encode(_ samples: UnsafeBufferPointer<Int16>, into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let from = samples.baseAddress, let to = bytes.baseAddress else { return 0 }
    if let g711 { return Int(g711_encode(g711, to, from, CInt(min(samples.count, bytes.count)))) }
    return g722.map { Int(g722_encode($0, to, from, CInt(min(samples.count / 2, bytes.count) * 2))) } ?? 0
  }
}

/// Decodes a codec's bytes into the caller's buffers.
///
/// For one thread at a time. Decoding neither allocates nor waits.
public final class LineDecoder {
  /// The codec.
  public let codec: LineCodec
  private let g711: OpaquePointer?
  private let g722: OpaquePointer?

  /// Creates a decoder in its initial state; G.722 decoding depends on earlier bytes.
  public init(_ codec: LineCodec) {
    self.codec = codec
    g711 = codec == .g722 ? nil : g711_init(nil, codec == .pcma ? CInt(G711_ALAW) : CInt(G711_ULAW))
    g722 = codec == .g722 ? g722_decode_init(nil, 64_000, 0) : nil
  }

  deinit {
    if let g711 { g711_free(g711) }
    if let g722 { g722_decode_free(g722) }
  }

  /// Decodes as many bytes as fit into `samples`, and returns the number of samples written.
  public func decode(_ bytes: UnsafeBufferPointer<UInt8>, into samples: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let from = bytes.baseAddress, let to = samples.baseAddress else { return 0 }
    if let g711 { return Int(g711_decode(g711, to, from, CInt(min(bytes.count, samples.count)))) }
    return g722.map { Int(g722_decode($0, to, from, CInt(min(bytes.count, samples.count / 2)))) } ?? 0
  }
}
