import Foundation

/// A program that plays the far end, in its own temporary folder; it ends with its test.
final class PeerProcess: Sendable {
  let folder: URL
  /// The lines of its output and errors.
  let output = Tape<String>()
  private let exits = Tape<Int32>()
  /// Its process id while it runs.
  let child: pid_t
  private let keyboard: FileHandle

  /// Starts a program from the search path.
  ///
  /// - Parameters:
  ///   - program: Its name or path.
  ///   - files: The files in its folder, by name.
  init(_ program: String, _ arguments: [String], files: [String: String] = [:], environment: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-peer-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let (input, words) = (Pipe(), Pipe())
    var changes = ["-C", folder.path]
    for (name, value) in environment { changes.append("\(name)=\(value)") }
    child = try Nursery.shared.start(
      ["setpriv", "--pdeathsig", "KILL", "env"] + changes + [program] + arguments, input: input.fileHandleForReading.fileDescriptor,
      output: words.fileHandleForWriting.fileDescriptor)
    try words.fileHandleForWriting.close()
    keyboard = input.fileHandleForWriting
    Thread.detachNewThread { [output] in
      var lines = LineReader()
      while true {
        let piece = words.fileHandleForReading.availableData
        for line in lines.take(piece) { output.add(line) }
        if piece.isEmpty { return }
      }
    }
    Thread.detachNewThread { [child, exits] in
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      // As in a shell: the exit status, or 128 plus the signal.
      exits.add(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
    }
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Kills the program; has no effect after its end.
  func stop() {
    if exits.entries.isEmpty { kill(child, SIGKILL) }
  }

  /// Asks the program to end (SIGTERM).
  func terminate() {
    if exits.entries.isEmpty { kill(child, SIGTERM) }
  }

  /// Waits for the exit status; nil after the limit.
  func exit(within limit: Duration = .seconds(30)) async -> Int32? { await exits.first(within: limit) { $0 } }

  /// Returns true when its output contains the text within the limit.
  func says(_ text: String, within limit: Duration = .seconds(15)) async -> Bool {
    await output.first(within: limit) { $0.contains(text) ? true : nil } ?? false
  }

  /// Writes a line to its input.
  func type(_ line: String) throws { try keyboard.write(contentsOf: Data((line + "\n").utf8)) }

  /// The current text of a file in its folder; empty if it does not exist.
  func file(_ name: String) -> String { (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "" }

  /// Returns true when the program is installed.
  static func isThere(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
    return folders.contains { FileManager.default.isExecutableFile(atPath: $0 + "/" + program) }
  }
}
