internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Checks for the tools that build transports; running needs none of them.
struct ToolchainCheck {
  /// The oldest compiler for the sources, which need `@c`.
  static let oldest = (major: 6, minor: 3)

  func findings() -> [Finding] { [swift(), compiler(), header()] }

  private func swift() -> Finding {
    let needed = "Swift \(Self.oldest.major).\(Self.oldest.minor) or later"
    guard let path = ChildProcess.find("swift") else {
      return .note(
        .toolchain, "no Swift toolchain on PATH",
        advice: "needed only to build: install \(needed) from https://www.swift.org/install/linux/")
    }
    guard let text = ChildProcess.output(of: [path, "--version"]), let version = Self.version(in: text) else {
      return .warning(.toolchain, "\(path) does not print its version", advice: "run \(path) --version to see why")
    }
    let isNew = (version.major, version.minor) >= (Self.oldest.major, Self.oldest.minor)
    let found = "Swift \(version.major).\(version.minor) in \(path)"
    return isNew
      ? .ok(.toolchain, found)
      : .warning(.toolchain, found, advice: "needed only to build: install \(needed) from https://www.swift.org/install/linux/")
  }

  private func compiler() -> Finding {
    guard let path = ChildProcess.find("cc") else {
      return .note(.toolchain, "no C compiler on PATH", advice: "needed only to build: apt-get install gcc libc6-dev")
    }
    return .ok(.toolchain, "C compiler in \(path)")
  }

  private func header() -> Finding {
    let places: [String] = ["/usr/include/ltdl.h", "/usr/local/include/ltdl.h"]
    guard let path = places.first(where: { access($0, R_OK) == 0 }) else {
      return .note(.toolchain, "no header of libltdl", advice: "needed only to build: apt-get install libltdl-dev")
    }
    return .ok(.toolchain, "header of libltdl in \(path)")
  }

  /// The numbers after "Swift version" in the output of `swift --version`.
  static func version(in text: String) -> (major: Int, minor: Int)? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
    guard let index = words.indices.first(where: { words[$0...].starts(with: ["Swift", "version"]) }), index + 2 < words.count else {
      return nil
    }
    let numbers = words[index + 2].split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    return numbers.count >= 2 ? (numbers[0], numbers[1]) : nil
  }
}

/// Checks that each folder of the search path exists and is trusted.
struct FolderCheck {
  var catalog: TransportCatalog

  func findings() -> [Finding] { catalog.searchPath.folders.map(finding) }

  private func finding(_ folder: SearchPath.Folder) -> Finding {
    let title = "\(folder.path) (\(folder.source.rawValue))"
    guard TransportPath.isFolder(folder.path) else {
      let wasMeant = folder.source == .option || folder.source == .environment
      return wasMeant
        ? .warning(.searchPath, "\(title): not there", advice: "create it, or leave it out of \(folder.source.rawValue)")
        : .note(.searchPath, "\(title): not there")
    }
    let found = candidates(in: folder)
    guard !found.isEmpty else { return .ok(.searchPath, "\(title): no transports in it") }
    if let refusal = distrust(of: folder, by: found) {
      let said = refusal.claims.map { "\($0.source) says \($0.value)" }.joined(separator: ", ")
      return .error(.searchPath, "\(title): not trusted: \(refusal.field) of \(refusal.file): \(said)", advice: refusal.advice)
    }
    return .ok(.searchPath, "\(title): only root and this user can put a transport there")
  }

  private func candidates(in folder: SearchPath.Folder) -> [TransportCandidate] {
    guard let path = TransportPath.resolved(folder.path) else { return [] }
    return catalog.candidates.filter { TransportPath.folder(of: $0.file) == path || $0.manifestFile.map(TransportPath.folder) == path }
  }

  /// Finds a refusal of a file that is due to the folder or one above it, not to the file.
  private func distrust(of folder: SearchPath.Folder, by found: [TransportCandidate]) -> TransportRefusal? {
    guard let path = TransportPath.resolved(folder.path) else { return nil }
    for case .refused(let refusal) in found.map(\.status)
    where refusal.kind == .untrusted && (path + "/").hasPrefix(refusal.file == "/" ? "/" : refusal.file + "/") {
      return refusal
    }
    return nil
  }
}
