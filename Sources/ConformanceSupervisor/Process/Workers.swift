internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Runs the same work on several threads, which share it among themselves.
package enum Workers {
  /// Runs `work` on the calling thread and `count - 1` others, and returns when all have returned.
  ///
  /// If the system gives fewer threads, those do the work.
  package static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) throws(ConformanceError) {
    let finished = try Pipe()
    let end = finished.writing
    var others = 0
    while others < count - 1,
      OSThread.start(
        "conform-worker",
        {
          work()
          var byte: UInt8 = 1
          _ = write(end, &byte, 1)
        })
    {
      others += 1
    }
    work()
    wait(for: others, at: finished.reading)
  }

  /// Waits until that many workers have written their byte.
  private static func wait(for workers: Int, at descriptor: Int32) {
    var left = workers
    while left > 0 {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, -1)
      var byte: UInt8 = 0
      if read(descriptor, &byte, 1) == 1 { left -= 1 }
    }
  }
}
