internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Finds the sources of TransportKit, with which transports and directories in Swift are built.
enum TransportSources {
  /// Returns the folder that `option` names, or without it the installed sources, or the package that this command was built from.
  ///
  /// - Throws: a usage error when there are none.
  static func find(
    option: String?, programFolder: String? = SearchPath.currentProgramFolder
  ) throws(CommandError) -> String {
    if let option {
      guard let path = TransportPath.resolved(option), isPackage(path) else {
        throw .usage("new: --hookswitch \(option): there is no Package.swift with Sources/TransportKit beside it")
      }
      return path
    }
    guard let programFolder else { throw missing }
    let installed = TransportPath.resolved(programFolder + "/../share/hookswitch")
    if let installed, isPackage(installed) { return installed }
    var folder = programFolder[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if isPackage(String(folder)) { return String(folder) }
    }
    throw missing
  }

  private static var missing: CommandError {
    .usage(
      "new: a project in Swift needs the sources of TransportKit, and none are installed: give their folder with --hookswitch DIR")
  }

  private static func isPackage(_ folder: String) -> Bool {
    access(folder + "/Package.swift", R_OK) == 0 && TransportPath.isFolder(folder + "/Sources/TransportKit")
  }
}
