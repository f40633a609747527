internal import Glibc

/// A new pipe whose ends are not inherited and have numbers above those that a program is started with.
struct PipeEnds {
  var reading: CInt
  var writing: CInt

  /// Makes a pipe; nil when no descriptors are left.
  init?() {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 16)
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 16)
    for end in ends { close(end) }
    guard reading >= 0, writing >= 0 else {
      for end in [reading, writing] where end >= 0 { close(end) }
      return nil
    }
  }
}
