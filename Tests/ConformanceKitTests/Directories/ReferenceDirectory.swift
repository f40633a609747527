import Foundation

@testable import ConformanceSupervisor

/// The reference directory, or one of its mutants, built into a folder of its own from `Tests/Mutants`.
final class ReferenceDirectory: Sendable {
  private let folder: String
  /// Its library.
  let file: String

  /// - Parameter name: `d07` of directories.tsv; `ref` and `ref_thread` for the directory without a fault.
  init(_ name: String = "ref") throws {
    folder = NSTemporaryDirectory() + "directory-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    file = "\(folder)/dir_\(name.hasPrefix("d") ? String(name.dropFirst()) : name).so"
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Mutants").path
    guard try Playhouse.run(["make", "-s", "-C", sources, "OUT=\(folder)", file]) == 0 else {
      throw ConformanceError(.kit, "make failed for \(name)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a program beside it, and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o755)
    return path
  }
}
