#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The file for a verb's result.
enum OutputFile {
  /// Writes `text` and a line break to `path`, replacing the file.
  ///
  /// - Throws: an error with the system's reason.
  static func write(_ text: String, to path: String) throws(CommandError) { try write(exactly: text + "\n", to: path) }

  /// Writes `text` as it is to `path`, replacing the file; `-` is standard output.
  ///
  /// - Throws: an error with the system's reason.
  static func write(exactly text: String, to path: String) throws(CommandError) { try write(bytes: Array(text.utf8), to: path) }

  /// Writes `bytes` to `path`, replacing the file; `-` is standard output.
  ///
  /// - Throws: an error with the system's reason.
  static func write(bytes: [UInt8], to path: String) throws(CommandError) {
    let file = path == "-" ? dup(STDOUT_FILENO) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .failed("\(path) cannot be written: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(file, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed("\(path) cannot be written: \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }
}

/// Calls `write` of the C library, which a member would hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
