internal import CLinux
internal import Glibc
internal import RunnerChannel

/// The two things that the main thread of a runner waits for: the socket, and a knock of the loop's thread.
///
/// It waits in epoll and not in poll: a plugin that closes every descriptor then closes the socket, too, and the host sees that at once.
final class MainDoor: Sendable {
  private let epoll: CInt
  private let bell: CInt
  /// Answers a knock.
  private let reply: CInt

  /// Makes the door; nil when no descriptor is left.
  init?(_ socket: RunnerSocket) {
    epoll = epoll_create1(hookswitch_epoll_cloexec)
    bell = eventfd(0, hookswitch_eventfd_flags)
    reply = eventfd(0, hookswitch_eventfd_flags)
    guard epoll >= 0, bell >= 0, reply >= 0, hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, socket.descriptor, hookswitch_epoll_in, 0) == 0,
      hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, bell, hookswitch_epoll_in, 1) == 0
    else { return nil }
  }

  /// Wakes the main thread, and waits until it has answered; a second at most.
  ///
  /// Another thread.
  func knock() {
    var one: UInt64 = 1
    _ = write(bell, &one, 8)
    var wanted = pollfd(fd: reply, events: Int16(POLLIN), revents: 0)
    _ = poll(&wanted, 1, 1000)
    _ = read(reply, &one, 8)
  }

  /// Answers a knock. [main]
  func answer() {
    var one: UInt64 = 1
    _ = write(reply, &one, 8)
  }

  /// Waits for the socket or a knock; true for a knock. [main]
  func wait() -> Bool {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 1) { event in
      let count = epoll_wait(epoll, event.baseAddress!, 1, -1)
      guard count == 1, hookswitch_epoll_data(event.baseAddress!) == 1 else { return false }
      var knocks: UInt64 = 0
      _ = read(bell, &knocks, 8)
      return true
    }
  }
}
