internal import CConformance

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Both ends of a pipe, which exec closes; `deinit` closes the ends that are still open.
struct Pipe: ~Copyable {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws(ConformanceError) {
    var ends: [Int32] = [-1, -1]
    guard hookswitch_pipe(&ends) == 0 else { throw .kit("cannot create a pipe: \(String(cString: strerror(errno)))") }
    reading = ends[0]
    writing = ends[1]
  }

  mutating func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  mutating func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }
}

/// The reading end of a pipe, drained while a child runs; it keeps a limited number of bytes.
struct Draining {
  /// The part to keep of a text that is too long.
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

  /// Takes the bytes that are there now, without waiting for more.
  ///
  /// It takes 1 MiB at most, so that a plugin that never stops writing holds up nothing else.
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
