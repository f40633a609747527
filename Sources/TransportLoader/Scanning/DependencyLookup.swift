internal import CLinux
internal import Glibc

/// Which files a library's dependencies are now, looked for as the dynamic linker does.
///
/// Near enough to notice that one was replaced, removed, or is found elsewhere. Where the linker's own cache decides, it is that cache's identity
/// that counts.
struct DependencyLookup {
  private static let linkerCache = "/etc/ld.so.cache"
  private static let systemFolders: [String] = {
    let triplet = SearchPath.triplet
    let own = ["/usr/local/lib", "/usr/local/lib/\(triplet)", "/lib/\(triplet)", "/usr/lib/\(triplet)"]
    return own + ["/lib64", "/usr/lib64", "/lib", "/usr/lib"]
  }()

  private let folders: [String]

  /// Looks for what the library `file` needs.
  init(_ linkage: Linkage, of file: String, environment: String? = Self.environmentPath) {
    let origin = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    func expand(_ path: String?) -> [String] {
      guard let path else { return [] }
      return path.split(separator: ":").map { folder in
        String(folder).replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
      }
    }
    // The older kind of path does not count where there is one of the newer kind.
    folders =
      (linkage.latePath == nil ? expand(linkage.earlyPath) : []) + expand(environment) + expand(linkage.latePath) + Self.systemFolders
  }

  /// What `name` leads to, as words to compare: they change when the file does.
  func words(for name: String) -> String {
    let paths = name.contains("/") ? [name] : folders.map { $0 + "/" + name }
    for path in paths {
      if let identity = Self.identity(path) { return "\(name) \(identity)" }
    }
    return "\(name) elsewhere \(Self.identity(Self.linkerCache) ?? "-")"
  }

  private static func identity(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(status).words
  }

  private static var environmentPath: String? {
    guard getauxval(UInt(AT_SECURE)) == 0 else { return nil }
    return getenv("LD_LIBRARY_PATH").flatMap { String(validatingCString: $0) }
  }
}

extension FileIdentity {
  /// The identity as one word to compare; not what changes with a new name or mode.
  var words: String { "\(device):\(inode):\(size):\(modified)" }
}
