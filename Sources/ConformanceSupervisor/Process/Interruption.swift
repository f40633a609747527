internal import CConformance
internal import ConformanceHarness

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A request to end the run at once, which any thread or a signal handler can make and every wait notices.
package final class Interruption: Sendable {
  /// Becomes readable with the request, and stays so.
  private let descriptor: Int32
  private let wish: Int32
  /// A wider request, which is one for this too.
  private let outer: Interruption?

  /// Creates a request that was not made yet.
  ///
  /// - Parameter outer: a wider request, which counts as this one, too.
  package init(within outer: Interruption? = nil) throws(ConformanceError) {
    self.outer = outer
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

  /// The descriptors of which one is readable once the end was requested.
  var descriptors: [Int32] { [descriptor] + (outer?.descriptors ?? []) }

  /// True once the end was requested.
  package var isWished: Bool {
    var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&waiting, nfds_t(waiting.count), 0) > 0
  }

  deinit {
    close(descriptor)
    close(wish)
  }
}

/// The processes of a test whose guard was killed, found by the mark in their environment so that none remains.
struct Strays {
  /// The variable that every process of a test carries, unless it removes it.
  static let variable = "HOOKSWITCH_CONFORM_MARK"

  let mark: String

  /// Kills all of them, and waits until none is left, for a second at most.
  func kill() {
    for _ in 0..<100 {
      guard killOnce() else { return }
      // They are no children of this process, so no descriptor reports their deaths.
      poll(nil, 0, 10)
    }
  }

  private func killOnce() -> Bool {
    var found = false
    for name in FileBytes.names(in: "/proc") {
      guard let process = pid_t(name), isOurs(name) else { continue }
      found = true
      _ = systemKill(process, SIGKILL)
    }
    return found
  }

  private func isOurs(_ process: String) -> Bool {
    let mark = Array("\(Self.variable)=\(self.mark)".utf8)
    guard let environment = try? SmallFile.read("/proc/\(process)/environ", limit: 4 << 20) else { return false }
    return environment.split(separator: 0).contains { $0.elementsEqual(mark) }
  }
}

/// `kill` of the C library, under a name that no member hides.
private func systemKill(_ process: pid_t, _ number: Int32) -> Int32 { kill(process, number) }
