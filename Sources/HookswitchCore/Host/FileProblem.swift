internal import Glibc

/// The system's reason why a file cannot be read.
enum FileProblem {
  /// Returns the system's reason why a file cannot be read; nil when it can.
  static func reading(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else { return String(cString: strerror(errno)) }
    close(file)
    return nil
  }
}
