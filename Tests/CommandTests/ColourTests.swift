import Foundation
import Testing

@Suite("Colour")
struct ColourTests {
  /// Returns the output on a terminal: runs the command under `script`, which provides one.
  private func onTerminal(_ folder: PluginFolder, _ environment: [String: String]) async throws -> String {
    let command = "'\(BuiltCommand.folder.path)/hookswitch' transports --transport-path '\(folder.path)'"
    let output = try folder.scratch.newFile("terminal")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "120", "script", "-q", "-e", "-c", command, "/dev/null"]
    process.environment = BuiltCommand.inherited(home: folder.path).merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    #expect(try await process.runToEnd() == 0)
    return try folder.scratch.text("terminal")
  }

  @Test("There is colour on a terminal, and none in a pipe, under NO_COLOR or on a dumb terminal")
  func onlyOnTerminals() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("good.so")
    #expect(try await onTerminal(folder, [:]).contains("\u{1B}[32m"))
    #expect(try await onTerminal(folder, ["NO_COLOR": ""]).contains("\u{1B}[32m"))
    #expect(try await !onTerminal(folder, ["NO_COLOR": "1"]).contains("\u{1B}"))
    #expect(try await !onTerminal(folder, ["TERM": "dumb"]).contains("\u{1B}"))
    let piped = try await BuiltCommand.run(["transports", "--transport-path", folder.path]).output
    #expect(piped.contains("usable"))
    #expect(!piped.contains("\u{1B}"))
  }
}
