internal import CSpanDSP

/// Reads sound from a codec's bytes, on buffers of the caller's.
///
/// Used by one thread at a time. Decoding neither allocates nor waits.
public final class LineDecoder {
  /// What it reads.
  public let codec: LineCodec
  private let g711: OpaquePointer?
  private let g722: OpaquePointer?

  /// Begins anew: G.722 remembers what went before.
  public init(_ codec: LineCodec) {
    self.codec = codec
    g711 = codec == .g722 ? nil : g711_init(nil, codec == .pcma ? CInt(G711_ALAW) : CInt(G711_ULAW))
    g722 = codec == .g722 ? g722_decode_init(nil, 64_000, 0) : nil
  }

  deinit {
    if let g711 { g711_free(g711) }
    if let g722 { g722_decode_free(g722) }
  }

  /// Decodes as many bytes as `samples` has room for; answers how many samples it wrote.
  public func decode(_ bytes: UnsafeBufferPointer<UInt8>, into samples: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let from = bytes.baseAddress, let to = samples.baseAddress else { return 0 }
    if let g711 { return Int(g711_decode(g711, to, from, CInt(min(bytes.count, samples.count)))) }
    return g722.map { Int(g722_decode($0, to, from, CInt(min(bytes.count, samples.count / 2)))) } ?? 0
  }
}
