import Foundation
import Glibc
import Testing

/// A private sound server in its own folder, with one null sink named `hook`.
///
/// A shell runs the server. When the shell's standard input ends, it stops the server and removes the folder, so nothing remains however
/// this process ends.
final class PrivateServer {
  struct NotReady: Error {
    var answer: String
  }

  let kind: ServerKind
  let folder: TestFolder
  private let shell = Process()
  private let orders = Pipe()
  private let answers = Pipe()

  var address: String { "unix:\(folder.path)/\(kind.socket)" }
  var cookie: String { folder.file("cookie") }

  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("XDG_") && !$0.key.hasPrefix("PULSE_") && $0.key != "DBUS_SESSION_BUS_ADDRESS"
    }
    environment["HOME"] = folder.path
    environment["XDG_RUNTIME_DIR"] = folder.path
    environment["XDG_CONFIG_HOME"] = folder.file("config")
    environment["XDG_STATE_HOME"] = folder.file("state")
    environment["PULSE_SERVER"] = address
    return environment
  }

  /// Starts a server, and waits until it responds.
  init(_ kind: ServerKind) throws {
    self.kind = kind
    folder = try TestFolder()
    try Data((0..<256).map { _ in UInt8.random(in: 0...255) }).write(to: URL(filePath: folder.file("cookie")))
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", kind.keeper]
    shell.environment = environment
    shell.standardInput = orders
    shell.standardOutput = answers
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    try order("start", answer: "ready")
  }

  deinit {
    try? orders.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  func kill() throws { try order("kill", answer: "killed") }

  /// Restarts the server at the same address.
  func startAgain() throws { try order("start", answer: "ready") }

  /// Runs `pactl`, and returns its output.
  @discardableResult
  func control(_ words: String...) throws -> String { try run("pactl", words) }

  /// Records a source with PulseAudio's own recorder, in mono at 48,000 Hz.
  func listen(at source: String = "hook.monitor", seconds: Double) throws -> [Int16] {
    let bytes = Int(seconds * 96_000)
    let text = "exec timeout 20 parec -d \(source) --rate=48000 --channels=1 --format=s16le --raw --latency-msec=20 | head -c \(bytes)"
    return try output("/bin/sh", ["-c", text]).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  /// Plays a file as music until the returned object is freed.
  func playMusic(_ path: String) throws -> Music { try Music(path, environment) }

  final class Music {
    private let player = Process()

    fileprivate init(_ path: String, _ environment: [String: String]) throws {
      player.executableURL = URL(filePath: "/usr/bin/env")
      player.arguments = ["paplay", "--property=media.role=music", path]
      player.environment = environment
      player.standardError = FileHandle.nullDevice
      try player.run()
    }

    deinit {
      // A test runner may block SIGTERM, and children inherit the mask.
      Glibc.kill(player.processIdentifier, SIGKILL)
      player.waitUntilExit()
    }
  }

  private func run(_ program: String, _ words: [String]) throws -> String {
    String(decoding: try output("/usr/bin/env", ["timeout", "20", program] + words), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func output(_ program: String, _ words: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.environment = environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }

  private func order(_ word: String, answer: String) throws {
    try orders.fileHandleForWriting.write(contentsOf: Data((word + "\n").utf8))
    let line = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    if line != answer { throw NotReady(answer: line) }
  }
}
