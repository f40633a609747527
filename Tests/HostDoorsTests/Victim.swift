import Foundation
import Locking
import Testing

/// The process `door-victim`, a daemon without a host.
final class DoorVictim {
  private let process = Process()
  private let output = Pipe()
  private var text = ""

  var pid: Int32 { process.processIdentifier }
  /// The number of open descriptors.
  var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"))?.count ?? -1 }
  /// The number of threads.
  var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))?.count ?? -1 }

  /// Starts it by a shell.
  ///
  /// - Parameters:
  ///   - socket: its socket.
  ///   - prelude: shell commands before it.
  ///   - environment: further variables.
  ///   - input: its standard input.
  init(_ socket: String, after prelude: String = "true", environment: [String: String] = [:], input: FileHandle = .nullDevice) throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\(prelude) && exec \"$0\" \"$1\"", folder.appendingPathComponent("door-victim").path, socket]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit {
    if process.isRunning { kill(pid, SIGKILL) }
    process.waitUntilExit()
  }

  /// Returns the output up to a text; nil when it ended before.
  func output(until wanted: String) -> String? {
    while !text.contains(wanted) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      text += String(decoding: more, as: UTF8.self)
    }
    return text
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(pid, number) }

  /// Waits for its end, and returns its exit code and its whole output.
  func end() -> (code: Int32, text: String) {
    while output(until: "\u{0}") != nil {}
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
