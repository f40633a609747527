import Foundation

/// The built `hookswitch`, run as a user would: as a process, with files for its output.
struct BuiltCommand {
  /// The result of one run.
  struct Outcome: Sendable {
    var exitCode: Int32
    var output: String
    var complaint: String
  }

  /// The folder of all build products, which holds the test bundle.
  static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()

  /// Runs the command with `arguments`, and kills it (exit code 124) if it takes longer than five minutes.
  ///
  /// It gets only the part of this process's environment that it needs to start, so that a user's settings affect no test.
  ///
  /// - Parameters:
  ///   - descriptors: The limit of its open files.
  ///   - program: The command's file; nil for the built one.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], descriptors: Int? = nil, program: URL? = nil
  ) async throws -> Outcome {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let output = try scratch.newFile("output")
    let complaint = try scratch.newFile("complaint")
    let process = Process()
    let limit = descriptors.map { "ulimit -n \($0); " } ?? ""
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", limit + "exec /usr/bin/timeout -k 5 300 \"$@\"", "sh", (program ?? folder.appendingPathComponent("hookswitch")).path]
      + arguments
    process.environment = inherited(home: scratch.url.path).merging(environment) { _, given in given }
    process.standardInput = try FileHandle(forReadingFrom: scratch.write(input, to: "input"))
    process.standardOutput = output
    process.standardError = complaint
    let exitCode = try await process.runToEnd()
    return Outcome(exitCode: exitCode, output: try scratch.text("output"), complaint: try scratch.text("complaint"))
  }

  static func inherited(home: String) -> [String: String] {
    let needed = ["PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"]
    return ProcessInfo.processInfo.environment.filter { needed.contains($0.key) }.merging(["HOME": home]) { $1 }
  }
}

extension Process {
  /// Runs the process and waits, without blocking a thread, until it has ended.
  ///
  /// A process whose input the test does not set reads an empty one. Otherwise a compiler reads the input of the whole run, whatever that is.
  func runToEnd() async throws -> Int32 {
    if (standardInput as? FileHandle) === FileHandle.standardInput { standardInput = FileHandle.nullDevice }
    // Foundation never frees a Process on Linux, and `run` reads past the list of this process's descriptors once there are too many.
    defer { for file in [standardInput, standardOutput, standardError] { Self.close(file) } }
    return try await withCheckedThrowingContinuation { continuation in
      terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try run() } catch { continuation.resume(throwing: error) }
    }
  }
  /// Closes a file that the test opened for the process.
  private static func close(_ file: Any?) {
    guard let file = file as? FileHandle, file !== FileHandle.nullDevice, file.fileDescriptor > STDERR_FILENO else { return }
    try? file.close()
  }
}
