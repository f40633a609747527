internal import Glibc

/// Threads that all run one function, until it returns.
package final class ThreadCrew {
  fileprivate final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private var threads: [pthread_t] = []

  /// Starts `count` threads.
  package init(_ count: Int, _ body: @escaping @Sendable () -> Void) throws {
    for _ in 0..<count {
      let argument = Unmanaged.passRetained(Work(body)).toOpaque()
      var thread = pthread_t()
      guard pthread_create(&thread, nil, threadCrewEntry, argument) == 0 else {
        Unmanaged<Work>.fromOpaque(argument).release()
        throw TestUnable("the kit cannot start a thread; raise the limit of threads (ulimit -u)")
      }
      threads.append(thread)
    }
  }

  /// Waits until all threads have ended.
  package func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }
}

private func threadCrewEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<ThreadCrew.Work>.fromOpaque(argument).takeRetainedValue().body() }
  return nil
}
