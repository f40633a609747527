internal import CConformance

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A request to end the run at once, which any thread or a signal handler can make and every wait notices.
package final class Interruption: Sendable {
  /// Becomes readable with the request, and stays so.
  let descriptor: Int32
  private let wish: Int32

  package init() throws(ConformanceError) {
    var ends: [Int32] = [-1, -1]
    guard hookswitch_pipe(&ends) == 0 else { throw .kit("cannot create a pipe: \(String(cString: strerror(errno)))") }
    descriptor = ends[0]
    wish = ends[1]
    // A request must not block, however often it is made.
    _ = fcntl(wish, F_SETFL, O_NONBLOCK)
  }

  /// Requests the end.
  ///
  /// A signal handler does the same by writing a byte to `handlerDescriptor`.
  package func interrupt() {
    var byte: UInt8 = 1
    _ = write(wish, &byte, 1)
  }

  /// The descriptor to which a signal handler writes its byte.
  package var handlerDescriptor: Int32 { wish }

  /// True once the end was requested.
  package var isWished: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  deinit {
    close(descriptor)
    close(wish)
  }
}
