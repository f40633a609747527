#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The reading end of a pipe that is taken in while a child runs: only so much of it is kept.
struct Draining {
  /// What of too long a text is kept.
  enum Keeping { case beginning, end }

  /// -1 once the pipe has ended.
  private(set) var descriptor: Int32
  private(set) var bytes: [UInt8] = []
  private let keeping: Keeping
  private let limit: Int

  init(_ descriptor: Int32, keeping: Keeping, limit: Int) {
    self.descriptor = descriptor
    self.keeping = keeping
    self.limit = limit
  }

  /// Takes what is there now, without waiting for more.
  ///
  /// At most 1 MiB at a time, so that a plugin that never stops writing holds nobody up.
  mutating func take() {
    guard descriptor >= 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    for _ in 0..<64 {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count == 0 || (count < 0 && errno != EAGAIN) { descriptor = -1 }
      guard count > 0 else { return }
      keep(chunk[..<count])
    }
  }

  private mutating func keep(_ more: ArraySlice<UInt8>) {
    switch keeping {
    case .beginning: bytes += more.prefix(limit - bytes.count)
    case .end:
      bytes += more
      if bytes.count > limit { bytes.removeFirst(bytes.count - limit) }
    }
  }
}
