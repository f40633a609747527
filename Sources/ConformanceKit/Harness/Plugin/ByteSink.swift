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
