internal import Glibc

/// What the system says against reading a file.
enum FileProblem {
  /// Why a file cannot be read, in the system's words; nil: it can.
  static func reading(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else { return String(cString: strerror(errno)) }
    close(file)
    return nil
  }
}
