internal import CLinux
internal import CMediaThread
internal import Glibc
internal import Synchronization

/// A thread that works in turns: each turn returns how long to wait for the next, and `wake` ends the wait early.
final class WorkThread: Sendable {
  private final class Body: Sendable {
    let name: String
    let descriptor: CInt
    let isStopped = Atomic<Bool>(false)
    let turn: @Sendable () -> Int32

    init(_ name: String, _ descriptor: CInt, _ turn: @escaping @Sendable () -> Int32) {
      self.name = name
      self.descriptor = descriptor
      self.turn = turn
    }

    deinit { close(descriptor) }

    func run() {
      hookswitch_name_thread(name)
      while !isStopped.load(ordering: .acquiring) {
        var bell = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&bell, 1, turn()) > 0 {
          var count: UInt64 = 0
          _ = read(descriptor, &count, 8)
        }
      }
    }
  }

  private let body: Body
  private let thread: pthread_t

  /// Starts the thread; the system shows 15 bytes of `name`.
  ///
  /// `turn` returns the milliseconds until the next turn, -1 to wait for `wake`. Returns nil when the system provides no thread or file
  /// descriptor.
  init?(_ name: String, turn: @escaping @Sendable () -> Int32) {
    let descriptor = eventfd(0, hookswitch_eventfd_flags)
    guard descriptor >= 0 else { return nil }
    let body = Body(name, descriptor, turn)
    let argument = Unmanaged.passRetained(body).toOpaque()
    var thread = pthread_t()
    guard hookswitch_start_thread(&thread, workThreadEntry, argument) == 0 else {
      Unmanaged<Body>.fromOpaque(argument).release()
      return nil
    }
    self.body = body
    self.thread = thread
  }

  /// Starts the next turn at once. [any thread]
  func wake() {
    var one: UInt64 = 1
    _ = write(body.descriptor, &one, 8)
  }

  /// Ends the thread after the present turn.
  ///
  /// Call it once. It waits for the thread to end, except when called from a turn.
  func stop() {
    body.isStopped.store(true, ordering: .releasing)
    wake()
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  fileprivate static func enter(_ argument: UnsafeMutableRawPointer) {
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
  }
}

private func workThreadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { WorkThread.enter(argument) }
  return nil
}
