internal import TransportLoader

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
