internal import Glibc

/// The file in which a child leaves the script that it plays, for when it cannot tell any more.
struct ScriptNote {
  private let file: CInt

  /// - Throws: `TestUnable` when it cannot be written.
  init(_ path: String) throws {
    let opened = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    // Far from the numbers that a plugin gets for its own files.
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
