internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The search path that a command line asks for.
enum TransportPath {
  /// The standard folders, after those of `--transport-path`.
  /// - Throws: a usage error for a folder that is not there: somebody who names one means it.
  static func searchPath(_ arguments: Arguments, verb: String) throws(CommandError) -> SearchPath {
    let options = arguments.values("--transport-path")
    for folder in options where !isFolder(folder) {
      throw .usage("\(verb): --transport-path \(folder): there is no such folder")
    }
    return .standard(options: options)
  }

  /// Whether `path` leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// `path` without links and dots; nil when it leads nowhere.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder that the file at `path` lies in.
  static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
