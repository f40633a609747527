internal import CallDirectory
internal import ConformanceReport
internal import ConformanceSupervisor
internal import Digests
internal import Glibc
internal import TransportLoader

/// The directory under test: a plugin, or a program that writes records.
struct DirectorySubject: Sendable {
  /// The file's path without links.
  let file: String
  /// True for a shared object, false for a program.
  let isPlugin: Bool
  /// Its SHA-256 in hexadecimal digits.
  let digest: String

  private static let sizeLimit = 512 << 20

  /// Reads the file without running it.
  ///
  /// - Throws: a usage error when it is neither a shared object nor a program.
  init(_ path: String) throws(ConformanceError) {
    let bytes = try SmallFile.read(path, limit: Self.sizeLimit)
    file = AbsolutePath.of(path)
    isPlugin = path.hasSuffix(".so")
    guard isPlugin || access(file, X_OK) == 0 else {
      throw .usage("\(path): is no directory: the name of a plugin ends in .so, and a program may be executed")
    }
    digest = SHA256.hexadecimal(of: bytes)
  }

  /// Returns the source with these settings.
  func source(_ settings: String) -> DirectorySource {
    isPlugin ? .plugin(file, settings: settings, network: false) : .executable([file], network: false)
  }

  /// The noun for people.
  var noun: String { isPlugin ? "plugin" : "program" }
}
