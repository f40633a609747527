import Glibc
import Locking
import SIPWire

/// A value that one thread changes and another waits for.
///
/// `@unchecked Sendable`: a lock guards the value, and any thread may use a pipe's ends.
final class Signal<Value: Sendable>: @unchecked Sendable {
  private let value: Locked<Value>
  private let ends: (read: Int32, write: Int32)

  init(_ value: Value) {
    self.value = Locked(value)
    var pipe: [Int32] = [-1, -1]
    Glibc.pipe(&pipe)
    for end in pipe {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    ends = (pipe[0], pipe[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  var now: Value { value.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) {
    value.withLock { body(&$0) }
    // A full pipe wakes the reader too.
    _ = write(ends.write, [1], 1)
  }

  /// Returns true when the condition holds within the time.
  func comes(within seconds: Double = 10, to condition: (Value) -> Bool) -> Bool {
    let deadline = Deadline(seconds)
    while !condition(now) {
      var poll = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, deadline.left) > 0 else { return condition(now) }
      var bytes = [UInt8](repeating: 0, count: 512)
      _ = read(ends.read, &bytes, bytes.count)
    }
    return true
  }
}
