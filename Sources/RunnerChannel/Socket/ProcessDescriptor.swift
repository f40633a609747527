internal import CRunnerChannel
internal import Glibc

/// A child of this process, named by a descriptor: its number in the system is never used to signal or to wait for it.
package final class ProcessDescriptor: Sendable {
  /// The end of a process.
  package enum End: Hashable, Sendable {
    case exit(CInt)
    case signal(CInt)
    /// Another part of the program has reaped it.
    case unknown
  }

  /// The descriptor, for poll: it can be read once the process has ended.
  package let descriptor: CInt

  /// Opens the child with that number, which must not have been reaped; nil when there is none, or no descriptor is left.
  package init?(child: CInt) {
    descriptor = hrc_open_process(child)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Kills the process.
  package func kill() { _ = hrc_signal_process(descriptor, SIGKILL) }

  /// The end of the process; nil while it runs.
  ///
  /// - Parameter reaps: true to remove it from the system's table.
  package func end(reaps: Bool) -> End? {
    var (code, signal): (CInt, CInt) = (0, 0)
    switch hrc_await_process(descriptor, reaps ? 1 : 0, &code, &signal) {
    case 0: return nil
    case 1: return signal == 0 ? .exit(code) : .signal(signal)
    default: return .unknown
    }
  }

  /// Has the kernel kill this process with the thread that started it; false when `parent` is gone already.
  package static func endWith(parent: CInt) -> Bool { hrc_die_with(parent) == 0 }
}
