internal import TransportABI

/// Receives the bytes that a plugin writes.
final class ByteSink {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []
  private let portion: Int
  private let limit: Int

  init(portion: Int, limit: Int) {
    self.portion = portion
    self.limit = limit
  }

  /// The struct that the plugin gets, valid while the sink lives.
  var sink: hsw_sink { hsw_sink(ctx: Unmanaged.passUnretained(self).toOpaque(), write: byteSinkWrite) }

  fileprivate func take(_ start: UnsafeRawPointer, _ count: Int) -> Int64 {
    guard bytes.count < limit else { return -1 }
    let taken = min(count, portion, limit - bytes.count)
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: taken))
    return Int64(taken)
  }
}

private func byteSinkWrite(_ context: UnsafeMutableRawPointer?, _ start: UnsafeRawPointer, _ count: Int) -> Int64 {
  guard let context else { return -1 }
  return Unmanaged<ByteSink>.fromOpaque(context).takeUnretainedValue().take(start, count)
}

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
