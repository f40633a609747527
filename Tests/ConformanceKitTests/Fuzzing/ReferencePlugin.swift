import Foundation

@testable import ConformanceSupervisor

/// The reference plugin, or one of its mutants, built into a folder of its own from `Tests/Mutants`.
final class ReferencePlugin: Sendable {
  private let folder: String
  /// Its library.
  let file: String

  /// - Parameters:
  ///   - mutant: its name in mutants.tsv; nil for the plugin without a fault.
  ///   - flags: more flags of the compiler.
  init(mutant: String? = nil, flags: String = "") throws {
    folder = NSTemporaryDirectory() + "reference-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let stems: [Character: String] = ["m": "mut_", "k": "kit_", "x": "extra_"]
    let name = mutant.map { (stems[$0.first ?? "?"] ?? "") + $0.dropFirst() } ?? "ref"
    file = "\(folder)/\(name).so"
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Mutants").path
    let status = try Playhouse.run([
      "make", "-s", "-C", sources, "OUT=\(folder)", "EXTRA=\(flags)", file, "\(folder)/\(name).transport.json",
    ])
    guard status == 0 else { throw ConformanceError(.kit, "make failed for \(name)") }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a file beside it, and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }
}
