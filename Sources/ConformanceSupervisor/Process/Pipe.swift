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
