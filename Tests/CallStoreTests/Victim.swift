import Foundation

/// The process `store-victim`, which runs calls on a host with a store.
struct Victim {
  private let process = Process()
  private let pipe = Pipe()

  /// Returns the program's path: it lies beside the test bundle.
  static func path() throws -> String {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let path = folder.appendingPathComponent("store-victim").path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw CocoaError(.fileNoSuchFile) }
    return path
  }

  init(_ folder: String) throws {
    process.executableURL = URL(fileURLWithPath: try Self.path())
    process.arguments = [folder]
    process.standardOutput = pipe
    try process.run()
  }

  /// Kills the process a number of bytes after its first; returns the steps of which an observer heard, by call.
  func kill(afterBytes limit: Int) throws -> [UUID: Set<String>] {
    var output = Data()
    while output.count < limit + 6 {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      output += more
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    output += try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    var steps: [UUID: Set<String>] = [:]
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let call = UUID(uuidString: String(words[1])) else { continue }
      steps[call, default: []].insert(String(words[0]))
    }
    return steps
  }
}
