internal import Glibc

/// The file in which a child notes the script that it plays, in case it dies.
struct ScriptNote {
  private let file: CInt

  /// Opens the file.
  /// - Throws: `TestUnable` when it cannot be written.
  init(_ path: String) throws {
    let opened = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    // A high number, out of the way of the descriptors that the plugin opens.
    file = opened < 0 ? -1 : fcntl(opened, F_DUPFD_CLOEXEC, 200)
    guard file >= 0 else { throw TestUnable("\(path) cannot be written: \(String(cString: strerror(errno)))") }
    close(opened)
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    ftruncate(file, 0)
    pwrite(file, bytes, bytes.count, 0)
  }
}
