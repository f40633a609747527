import Foundation
import Locking

/// A program that plays the far end, in a folder of its own, which goes with it; it never outlives its test.
final class PeerProcess: Sendable {
  let folder: URL
  /// Its output and its errors, a line each.
  let output = Tape<String>()
  private let exits = Tape<Int32>()
  private let child: Locked<Process>
  private let keyboard: FileHandle

  /// Starts a program that is found by its name in the search path.
  ///
  /// - Parameters:
  ///   - program: its name, or where it is.
  ///   - files: what is in its folder, by name.
  init(_ program: String, _ arguments: [String], files: [String: String] = [:], environment: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-peer-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let (process, input, words) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    process.arguments = ["--pdeathsig", "KILL", program] + arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = words
    process.standardError = words
    let (output, exits) = (output, exits)
    let lines = Locked(LineReader())
    words.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      for line in lines.withLock({ $0.take(data) }) { output.add(line) }
    }
    process.terminationHandler = { exits.add($0.terminationStatus) }
    keyboard = input.fileHandleForWriting
    child = Locked(process)
    try Nursery.shared.start { [child] in try child.withLock { try $0.run() } }
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends it at once; harmless when it has ended.
  func stop() {
    child.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } }
  }

  /// How it ended; nil when it runs on.
  func exit(within limit: Duration = .seconds(30)) async -> Int32? { await exits.first(within: limit) { $0 } }

  /// Whether it has written, or writes in time, a line with this in it.
  func says(_ text: String, within limit: Duration = .seconds(15)) async -> Bool {
    await output.first(within: limit) { $0.contains(text) ? true : nil } ?? false
  }

  /// Types a line.
  func type(_ line: String) throws { try keyboard.write(contentsOf: Data((line + "\n").utf8)) }

  /// A file of its folder, as it is now; empty when it is not there.
  func file(_ name: String) -> String { (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "" }

  /// Whether there is such a program.
  static func isThere(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
    return folders.contains { FileManager.default.isExecutableFile(atPath: $0 + "/" + program) }
  }
}
