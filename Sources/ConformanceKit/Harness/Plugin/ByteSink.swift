internal import TransportABI

/// Takes what a plugin writes.
final class ByteSink {
  /// What was written.
  private(set) var bytes: [UInt8] = []
  private let portion: Int
  private let limit: Int

  init(portion: Int, limit: Int) {
    self.portion = portion
    self.limit = limit
  }

  /// The struct by which the plugin reaches it, for as long as the sink lives.
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
