#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Makes paths that mean the same in every folder.
enum AbsolutePath {
  /// Returns `path` without links and dots, or unchanged if nothing is there.
  static func of(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
