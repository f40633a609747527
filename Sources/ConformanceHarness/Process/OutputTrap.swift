internal import CConformance
internal import Glibc

/// Captures the standard output and the standard error for a while.
package struct OutputTrap: ~Copyable {
  private let file: CInt
  private let output: CInt
  private let errors: CInt

  /// Redirects both into the trap.
  package init() throws {
    fflush(nil)
    file = hookswitch_harness_memory_file()
    output = fcntl(1, F_DUPFD_CLOEXEC, 100)
    errors = fcntl(2, F_DUPFD_CLOEXEC, 100)
    guard file >= 0, output >= 0, errors >= 0 else { throw TestFailure("the kit has no file descriptors left") }
    dup2(file, 1)
    dup2(file, 2)
  }

  /// Restores both, and returns the captured text.
  package consuming func open() -> String {
    fflush(nil)
    lseek(file, 0, SEEK_SET)
    let bytes = FileBytes.read(descriptor: file)
    return String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    fflush(nil)
    dup2(output, 1)
    dup2(errors, 2)
    close(output)
    close(errors)
    close(file)
  }
}
