internal import CLinux
internal import Glibc
internal import TransportABI

/// The file descriptors that plugins under test asked to have watched.
package struct WatchedDescriptors {
  typealias Callback = @convention(c) (UnsafeMutableRawPointer?, CInt, UInt32) -> Void

  package struct Watched {
    let owner: any LoopUser
    let callback: Callback
    let argument: UnsafeMutableRawPointer?
    var events: UInt32
    /// Its number in this process, once it is watched.
    var here: CInt = -1
  }

  private var entries: [CInt: Watched] = [:]

  var isEmpty: Bool { entries.isEmpty }

  func watched(_ fd: CInt) -> Watched? { entries[fd] }

  package func count(of owner: any LoopUser) -> Int { entries.values.count { $0.owner === owner } }

  /// The watched descriptors of `owner`, in order.
  func numbers(of owner: any LoopUser) -> [CInt] { entries.filter { $0.value.owner === owner }.keys.sorted() }

  mutating func add(_ fd: CInt, _ watched: Watched) -> hsw_status {
    guard entries[fd] == nil else { return HSW_E_STATE }
    guard watched.events & ~7 == 0 else { return HSW_E_RANGE }
    guard ExecutorProcess.isOpen(fd) else { return HSW_E_INVAL }
    entries[fd] = watched
    entries[fd]?.here = ExecutorProcess.watched(fd)
    return HSW_OK
  }

  mutating func modify(_ fd: CInt, _ events: UInt32, of owner: any LoopUser) -> hsw_status {
    guard entries[fd]?.owner === owner else { return HSW_E_INVAL }
    guard events & ~7 == 0 else { return HSW_E_RANGE }
    entries[fd]?.events = events
    return HSW_OK
  }

  /// Returns true if `owner` has closed the descriptor and still has it watched.
  func isClosed(_ fd: CInt, of owner: any LoopUser) -> Bool {
    guard entries[fd]?.owner === owner else { return false }
    return !ExecutorProcess.isOpen(fd)
  }

  mutating func remove(_ fd: CInt, of owner: any LoopUser) -> hsw_status {
    guard entries[fd]?.owner === owner else { return HSW_E_INVAL }
    drop(fd)
    return HSW_OK
  }

  mutating func removeAll(of owner: any LoopUser) { numbers(of: owner).forEach { drop($0) } }

  private mutating func drop(_ fd: CInt) {
    if let entry = entries.removeValue(forKey: fd) { ExecutorProcess.unwatch(entry.here) }
  }

  /// Returns the descriptors with events, waiting at most `waitMilliseconds` of real time.
  func ready(waitMilliseconds: Int32, doorbell: Doorbell?) -> [(fd: CInt, events: UInt32)] {
    guard !entries.isEmpty || waitMilliseconds > 0 else { return [] }
    let sorted = entries.sorted { $0.key < $1.key }
    var polled = sorted.map { _, watched in
      pollfd(fd: watched.here, events: Int16(truncatingIfNeeded: watched.events & 1 | (watched.events & 2) << 1), revents: 0)
    }
    if let doorbell { polled.append(pollfd(fd: doorbell.number, events: Int16(POLLIN), revents: 0)) }
    guard poll(&polled, nfds_t(polled.count), waitMilliseconds) > 0 else { return [] }
    if let doorbell, polled.last?.revents != 0 { doorbell.quiet() }
    return zip(sorted, polled).filter { $0.1.revents != 0 }.map { ($0.0.key, Self.events($0.1.revents)) }
  }

  /// Converts poll's event bits to the contract's.
  private static func events(_ bits: Int16) -> UInt32 {
    let bits = Int32(bits)
    return (bits & POLLIN != 0 ? UInt32(HSW_FD_READ) : 0) | (bits & POLLOUT != 0 ? UInt32(HSW_FD_WRITE) : 0)
      | (bits & (POLLERR | POLLHUP | POLLNVAL) != 0 ? UInt32(HSW_FD_ERROR) : 0)
  }
}

/// Wakes a loop that waits in real time.
final class Doorbell: Sendable {
  let number = eventfd(0, hookswitch_eventfd_flags)

  deinit { close(number) }

  /// Wakes the loop. [any]
  func ring() {
    var one: UInt64 = 1
    _ = write(number, &one, 8)
  }

  /// Clears the pending rings.
  func quiet() {
    var count: UInt64 = 0
    _ = read(number, &count, 8)
  }
}
