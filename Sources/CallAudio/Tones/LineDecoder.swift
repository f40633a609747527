internal import CSpanDSP

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
