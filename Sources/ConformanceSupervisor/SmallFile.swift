#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Reads whole files, including those of /proc, which report no size.
package enum SmallFile {
  /// Returns the bytes of the file at `path`.
  /// - Throws: a usage error with the system's reason, or when the file has more than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(ConformanceError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .usage("\(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(file, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .usage("\(path): \(String(cString: strerror(errno)))") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw .usage("\(path): has more than \(limit) bytes, the limit for this file") }
    }
  }

  /// Returns true if `path` exists.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

/// `read` of the C library, under a name that no member hides.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

/// Makes paths that mean the same in every folder.
package enum AbsolutePath {
  /// Returns `path` without links and dots, or unchanged if nothing is there.
  package static func of(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
