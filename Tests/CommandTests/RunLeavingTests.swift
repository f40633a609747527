import Foundation
import Testing

@Suite("hookswitch run exits, whatever a plugin does")
struct RunLeavingTests {
  /// Returns a folder with a plugin of the loader's tests beside Loopback.
  private static func folder(_ defines: [String]) throws -> String {
    let folder = try TransportFolder().path
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized.path
    let cc = Process()
    cc.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    cc.arguments =
      ["cc", "-shared", "-fPIC", "-o", "\(folder)/zfixture.so", "-I\(root)/Sources/TransportABI/include", "-DNOTE"]
      + defines.map { "-D\($0)" }
      + ["\(root)/Tests/TransportLoaderTests/Fixtures/transport.c", "-lpthread"]
    try cc.run()
    cc.waitUntilExit()
    guard cc.terminationStatus == 0 else { throw CompilerFailure(file: "transport.c") }
    return folder
  }

  /// A statement that runs only in the host's process, so that the first contact succeeds.
  private static func inHost(_ statement: String) -> String {
    "if (!strcmp(program_invocation_short_name, \"hookswitch\")) { \(statement); }"
  }

  @Test("exit() called by a plugin ends the run with a message and exit code 1", arguments: ["dial fixture exit", "dial fixture exit-3"])
  func foreignExit(_ dial: String) async throws {
    let folder = try Self.folder([])
    let config = try ScratchFolder()
    defer { config.remove() }
    let text = #"{"providers": [{"name": "fixture", "transport": "org.example.fixture"}]}"#
    let file = try config.write(text, to: "run.json").path
    let outcome = try await BuiltCommand.run(["run", "--transport-path", folder, "--config", file, dial, "wait active"])
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaint.contains("a transport ended the process by exit()"), "\(outcome.complaint)")
  }

  @Test("A plugin whose destructor hangs delays the exit by two seconds at most")
  func hangingDestructor() async throws {
    let folder = try Self.folder(["DESTRUCTOR=\(Self.inHost("for (;;) pause()"))"])
    let outcome = try await BuiltCommand.run(["run", "--transport-path", folder, "quit"])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
  }
}
