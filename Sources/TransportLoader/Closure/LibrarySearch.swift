internal import CLinux
internal import CallControl
internal import Glibc

/// Finds the file for the name of a needed library, in the dynamic linker's order.
struct LibrarySearch: Sendable {
  /// A library that needs others.
  struct Seeker: Hashable, Sendable {
    /// Its path, which gives `$ORIGIN`.
    var file: String
    var head: ElfHead
  }

  /// The file of a library.
  struct Find: Hashable, Sendable {
    /// Its path, as the linker would name it.
    var file: String
    /// True for a library of the system: found by the linker's cache or in its default folders, which only root controls.
    var isSystem: Bool
  }

  /// A folder to look for libraries in.
  private struct Folder {
    var path: String
    /// The field or environment variable that names it.
    var source: String
    /// The library that names it.
    var seeker: String
  }

  private static let systemFolders = ["/lib/", "/usr/lib/"].map { $0 + SearchPath.triplet } + ["/lib64", "/usr/lib64", "/lib", "/usr/lib"]

  /// The policy that decides which folders are trusted.
  var policy: TrustPolicy
  /// `LD_LIBRARY_PATH`, as this process would use it.
  var environment: String? = Self.environmentPath

  /// Returns the file of `name`, which the last of `chain` needs; the others brought it along, the plugin first.
  ///
  /// - Parameter isLoaded: true when the process has a library of that name already, so that the linker does not look for it.
  /// - Returns: nil when no file is found.
  /// - Throws: the reason why a folder that comes first in the search cannot be trusted.
  func find(_ name: String, for chain: [Seeker], isLoaded: Bool) throws(TransportRefusal) -> Find? {
    guard let seeker = chain.last else { return nil }
    if name.contains("/") {
      let path = Self.expand(name, for: seeker)
      try judge(relative: path, Folder(path: path, source: "DT_NEEDED", seeker: seeker.file), isLoaded: isLoaded)
      return access(path, F_OK) == 0 ? Find(file: path, isSystem: false) : nil
    }
    for folder in folders(of: chain) {
      let path = folder.path + "/" + name
      let isThere = access(path, F_OK) == 0
      // A folder of LD_LIBRARY_PATH matters only if it has the library; a folder that a library names is judged as soon as it is searched.
      if folder.source != "LD_LIBRARY_PATH" || isThere { try judge(relative: folder.path, folder, isLoaded: isLoaded) }
      if folder.source != "LD_LIBRARY_PATH" { try judge(folder, isLoaded: isLoaded) }
      if isThere { return Find(file: path, isSystem: false) }
    }
    if let path = LinkerCache.current.files[name], access(path, F_OK) == 0 { return Find(file: path, isSystem: true) }
    return Self.systemFolders.lazy.map { $0 + "/" + name }.first { access($0, F_OK) == 0 }.map { Find(file: $0, isSystem: true) }
  }

  private func folders(of chain: [Seeker]) -> [Folder] {
    func folders(_ list: String?, _ source: String, _ seeker: Seeker) -> [Folder] {
      guard let list, !list.isEmpty else { return [] }
      return list.split(separator: ":", omittingEmptySubsequences: false).map { part in
        // An empty part is the current folder.
        Folder(path: part.isEmpty ? "." : Self.expand(String(part), for: seeker), source: source, seeker: seeker.file)
      }
    }
    guard let last = chain.last else { return [] }
    // A library with a DT_RUNPATH disables the DT_RPATH of those that brought it along.
    let early = last.head.latePath == nil ? chain.reversed().flatMap { folders($0.head.earlyPath, "DT_RPATH", $0) } : []
    let late = folders(last.head.latePath, "DT_RUNPATH", last)
    return early + folders(environment.map { String($0.map { $0 == ";" ? ":" : $0 }) }, "LD_LIBRARY_PATH", last) + late
  }

  private static func expand(_ path: String, for seeker: Seeker) -> String {
    let origin = String(seeker.file[..<(seeker.file.lastIndex(of: "/") ?? seeker.file.startIndex)])
    return path.substituting("${ORIGIN}", with: origin).substituting("$ORIGIN", with: origin)
  }

  private func judge(relative path: String, _ folder: Folder, isLoaded: Bool) throws(TransportRefusal) {
    guard !path.hasPrefix("/"), !isLoaded, !policy.judgesNothing else { return }
    throw TransportRefusal(
      .untrusted, file: folder.seeker, field: folder.source,
      [.init("file", "`\(path)`, which depends on the current folder"), .init("host", "an absolute path")],
      advice: folder.source == "LD_LIBRARY_PATH"
        ? "set LD_LIBRARY_PATH to absolute paths" : "link it with -rpath and an absolute path or $ORIGIN")
  }

  private func judge(_ folder: Folder, isLoaded: Bool) throws(TransportRefusal) {
    guard !isLoaded, !policy.judgesNothing, access(folder.path, F_OK) == 0 else { return }
    do {
      try TrustedFile.judge(folder: folder.path, policy: policy)
    } catch {
      throw TransportRefusal(error, neededBy: folder.seeker, by: folder.source)
    }
  }

  private static var environmentPath: String? {
    guard getauxval(UInt(AT_SECURE)) == 0 else { return nil }
    return getenv("LD_LIBRARY_PATH").flatMap { String(validatingCString: $0) }
  }
}

extension TransportRefusal {
  /// The refusal of an untrusted file or folder that a library needs.
  init(_ error: TrustError, neededBy library: String, by field: String) {
    self.init(error)
    advice += ", or do without it: \(library) leads there by \(field)"
  }
}
