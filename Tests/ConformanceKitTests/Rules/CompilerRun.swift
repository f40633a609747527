import Foundation

/// One run of a compiler on files that are written for it into a temporary folder.
struct CompilerRun {
  /// The exit code; 0 for success.
  let exitCode: Int32
  /// The compiler's output.
  let complaint: String

  /// Runs `command` with the names of `files` after it, in the folder that holds these and `others`.
  init(_ command: [String], files: [String: String], besides others: [String: String] = [:]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files.merging(others, uniquingKeysWith: { $1 }) {
      try text.write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
    }
    let said = folder.appending(path: "said")
    try Data().write(to: said)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command + files.keys.sorted()
    process.currentDirectoryURL = folder
    let output = try FileHandle(forWritingTo: said)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    exitCode = process.terminationStatus
    complaint = String(decoding: try Data(contentsOf: said), as: UTF8.self)
  }
}
