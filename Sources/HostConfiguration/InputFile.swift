#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The failure to read a file.
package struct InputFileError: Error, Equatable, Sendable {
  package var path: String
  /// The system's reason, or the limit that the file exceeds.
  package var reason: String

  /// The file and the reason, as one sentence without a full stop.
  package var sentence: String { "\(path): \(reason)" }
}

/// Reads whole files, including those of /proc, which report no size.
package enum InputFile {
  /// Returns the bytes of the file at `path`; `-` is standard input.
  ///
  /// - Throws: an error with the system's reason, or when the file has more than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(InputFileError) -> [UInt8] {
    let bytes = try beginning(of: path, limit: limit)
    guard bytes.count <= limit else { throw InputFileError(path: path, reason: "has more than \(limit) bytes, the limit for this file") }
    return bytes
  }

  /// Returns the bytes of the file, up to one byte more than `limit`, so that a reader with its own message finds it too long.
  package static func beginning(of path: String, limit: Int) throws(InputFileError) -> [UInt8] {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputFileError(path: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw InputFileError(path: path, reason: String(cString: strerror(errno)))
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
