internal import Glibc

/// The files in some folders and all folders in them.
package enum FileTree {
  /// The number of files after which no more are listed.
  private static let most = 20_000
  private static let deepest = 16

  /// The folders where a plugin may leave files: the test's own, its home and those of XDG, and the working folder.
  package static func folders(of run: TestRun) -> [String] {
    let variables = ["TMPDIR", "HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]
    var folders = [run.folder] + variables.compactMap { getenv($0).map { String(cString: $0) } }
    if let folder = getcwd(nil, 0) {
      folders.append(String(cString: folder))
      free(folder)
    }
    // A folder inside another one is listed with it.
    let whole = Set(folders.filter { $0.hasPrefix("/") && $0 != "/" })
    return whole.filter { folder in !whole.contains { $0 != folder && folder.hasPrefix($0 + "/") } }.sorted()
  }

  /// Returns the paths of all files and folders below these, without following links.
  package static func paths(in folders: [String]) -> Set<String> {
    var found: Set<String> = []
    for folder in folders { list(folder, into: &found, depth: 0) }
    return found
  }

  private static func list(_ folder: String, into found: inout Set<String>, depth: Int) {
    guard depth < deepest, let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    var inner: [String] = []
    while let entry = readdir(stream), found.count < most {
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      // In place: an entry is shorter than its type, so a copy would read beyond it.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      found.insert(folder + "/" + name)
      if isFolder { inner.append(folder + "/" + name) }
    }
    for folder in inner { list(folder, into: &found, depth: depth + 1) }
  }
}
