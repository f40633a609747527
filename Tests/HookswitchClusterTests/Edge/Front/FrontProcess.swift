import Foundation
import Locking

/// A child process of a test in a folder of its own, which ends with this object.
final class FrontProcess: Sendable {
  let folder: URL
  private let process = Locked<Process?>(nil)

  /// Returns the path of a program; nil where it is not installed.
  static func path(of program: String) -> String? {
    let folders =
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/bin"]
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Makes a folder with files.
  init(files: [String: String] = [:]) throws {
    // A short name: a socket's path has at most 107 bytes.
    folder = FileManager.default.temporaryDirectory.appending(path: "hswfront-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts a program in the folder; its output goes to the file `output`.
  func start(_ program: String, _ arguments: [String]) throws {
    let output = folder.appending(path: "output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run()
    self.process.withLock { $0 = process }
  }

  /// Kills the process, and waits for its end.
  func stop() {
    let process = process.withLock { process in
      defer { process = nil }
      return process
    }
    guard let process else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The exit code; nil while it runs.
  var exit: Int32? {
    process.withLock { process in
      guard let process, !process.isRunning else { return nil }
      return process.terminationStatus
    }
  }

  /// The text of a file in the folder; empty where there is none.
  func text(_ name: String) -> String { (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "" }
}
