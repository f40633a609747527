internal import TransportABI

/// Provides the bytes that a plugin reads.
final class ByteSource {
  private var left: ArraySlice<UInt8>
  private let portion: Int

  init(_ bytes: [UInt8], portion: Int) {
    left = bytes[...]
    self.portion = portion
  }

  /// The struct that the plugin gets, valid while the source lives.
  var source: hsw_source { hsw_source(ctx: Unmanaged.passUnretained(self).toOpaque(), read: byteSourceRead) }

  fileprivate func give(_ start: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
    let given = left.prefix(min(count, portion))
    given.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { start.copyMemory(from: base, byteCount: bytes.count) }
    }
    left = left.dropFirst(given.count)
    return Int64(given.count)
  }
}

private func byteSourceRead(_ context: UnsafeMutableRawPointer?, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
  guard let context else { return -1 }
  return Unmanaged<ByteSource>.fromOpaque(context).takeUnretainedValue().give(start, count)
}
