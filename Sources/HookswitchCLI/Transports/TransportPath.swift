internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The search path for a command line.
enum TransportPath {
  /// Returns the standard folders, after those of `--transport-path`.
  ///
  /// - Throws: a usage error when a named folder does not exist.
  static func searchPath(_ arguments: Arguments, verb: String) throws(CommandError) -> SearchPath {
    let options = arguments.values("--transport-path")
    for folder in options where !isFolder(folder) {
      throw .usage("\(verb): --transport-path \(folder): there is no such folder")
    }
    return .standard(options: options)
  }

  /// True when `path` is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Resolves links and dots in `path`; nil when it does not exist.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder of the file at `path`.
  static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
