internal import CConformance

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The wish that a run ends at once: asked for by anybody, also by a signal handler, and seen by every wait.
package final class Interruption: Sendable {
  /// Can be read once the wish is there, and is never read empty.
  let descriptor: Int32
  private let wish: Int32

  package init() throws(ConformanceError) {
    var ends: [Int32] = [-1, -1]
    guard hookswitch_pipe(&ends) == 0 else { throw .kit("no pipe can be made: \(String(cString: strerror(errno)))") }
    descriptor = ends[0]
    wish = ends[1]
    // Whoever asks must not block, however often.
    _ = fcntl(wish, F_SETFL, O_NONBLOCK)
  }

  /// Asks for the end.
  ///
  /// Safe in a signal handler that was given `handlerDescriptor`, by writing a byte to it.
  package func interrupt() {
    var byte: UInt8 = 1
    _ = write(wish, &byte, 1)
  }

  /// Where a signal handler writes its byte.
  package var handlerDescriptor: Int32 { wish }

  /// Whether somebody asked for the end.
  package var isWished: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  deinit {
    close(descriptor)
    close(wish)
  }
}
