import Foundation
import Testing

@Suite("Linked libraries")
struct LinkageTests {
  /// Returns the names of the shared libraries that a built file needs.
  private func needed(by file: URL) async throws -> [Substring] {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["readelf", "-dW", file.path]
    process.standardOutput = try scratch.newFile("needed")
    #expect(try await process.runToEnd() == 0)
    return try scratch.text("needed").matches(of: /\(NEEDED\).*\[(.+)\]/).map(\.1)
  }

  @Test("Neither the command nor a plugin needs the whole of Foundation, which takes 40 MB on disk and 5 ms to load")
  func noFoundation() async throws {
    let built = try FileManager.default.contentsOfDirectory(at: BuiltCommand.folder, includingPropertiesForKeys: nil)
    let command = try #require(built.first { $0.lastPathComponent == "hookswitch" })
    for file in [command] + built.filter({ $0.pathExtension == "so" }) {
      let names = try await needed(by: file)
      #expect(names.contains { $0.hasPrefix("libc.so") }, "\(file.lastPathComponent)")
      #expect(!names.contains { $0.hasPrefix("libFoundation.so") || $0.hasPrefix("lib_FoundationICU") }, "\(file.lastPathComponent)")
      // A node of a cluster opens it; a host that stands alone needs no package of it.
      #expect(!names.contains { $0.hasPrefix("libnats") }, "\(file.lastPathComponent)")
    }
  }
}
