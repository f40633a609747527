#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Reads whole files for the command, including those of /proc, which report no size.
enum InputFile {
  /// Returns the bytes of the file at `path`; `-` is standard input.
  ///
  /// - Throws: an error with the system's reason, or when the file has more than `limit` bytes.
  static func read(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
    let bytes = try beginning(of: path, limit: limit)
    guard bytes.count <= limit else { throw .badFile(path, "has more than \(limit) bytes, the limit for this file") }
    return bytes
  }

  /// Returns the bytes of the file, up to one byte more than `limit`, so that a reader with its own message finds it too long.
  static func beginning(of path: String, limit: Int) throws(CommandError) -> [UInt8] {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .badFile(path, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .badFile(path, String(cString: strerror(errno)))
      }
      bytes += buffer[..<count]
    }
    return bytes
  }
}

/// Calls `read` of the C library, which a member would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
