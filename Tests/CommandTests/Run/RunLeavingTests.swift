import Foundation
import Testing

@testable import Hookswitch
@testable import HookswitchCLI

@Suite("hookswitch run exits, whatever a plugin inside does")
struct RunLeavingTests {
  @Test("A call that does not end delays the exit by at most five seconds")
  func deafToEnd() {
    var rig = RunRig()
    rig.deaf = [.end]
    rig.type("dial p 1", "quit")
    rig.advance(.seconds(4.9))
    #expect(rig.left == nil)
    rig.advance(.seconds(0.2))
    #expect(rig.left == 0)
    #expect(rig.complaints == ["c1 did not end within 5 s"])
  }

  /// Returns a folder with a plugin of the loader's tests beside Loopback.
  private static func folder(_ defines: [String]) throws -> String {
    let folder = try TransportFolder().path
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.path
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
    let outcome = try await BuiltCommand.run([
      "run", "--isolation", "inside", "--transport-path", folder, "--config", file, dial, "wait active",
    ])
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaint.contains("a transport ended the process by exit()"), "\(outcome.complaint)")
  }

  @Test("Fault 15: exit() called by a plugin in a process of its own ends its calls alone", arguments: [("exit", 0), ("exit-3", 3)])
  func exitApart(_ number: String, _ code: Int) async throws {
    let folder = try Self.folder([])
    let config = try ScratchFolder()
    defer { config.remove() }
    let text = #"{"providers": [{"name": "fixture", "transport": "org.example.fixture"}, {"name": "home", "transport": "loopback"}]}"#
    let file = try config.write(text, to: "run.json").path
    let outcome = try await BuiltCommand.run(
      ["run", "--transport-path", folder, "--config", file, "dial home 5550100", "wait active", "dial fixture \(number)", "calls"])
    // The failed command ends the run, which then ends the other call in order.
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("lost        its process ended with code \(code) in calls.start, 1 call ended"), "\(outcome.output)")
    #expect(outcome.output.contains(/c1 +ended +localEnded, user/), "\(outcome.output)")
  }

  @Test("A plugin whose constructor hangs in the host ends the run after five seconds, by its name, with exit code 1")
  func hangingConstructor() async throws {
    let folder = try Self.folder(["CONSTRUCTOR=\(Self.inHost("for (;;) pause()"))"])
    let outcome = try await BuiltCommand.run([
      "run", "--isolation", "inside", "--transport-path", folder, "dial loopback 5550100", "wait active",
    ])
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.isEmpty, "\(outcome.output)")
    #expect(outcome.complaint.contains("cannot load org.example.fixture: \(folder)/zfixture.so: dlopen"), "\(outcome.complaint)")
    #expect(outcome.complaint.contains("remove it, restart the host"))
    // The host does not load a transport that the configuration does not name.
    let config = try ScratchFolder()
    defer { config.remove() }
    let file = try config.write(#"{"providers": [{"transport": "loopback"}]}"#, to: "run.json").path
    let other = try await BuiltCommand.run([
      "run", "--isolation", "inside", "--transport-path", folder, "--config", file, "dial loopback 5550100", "wait active",
    ])
    #expect(other.exitCode == 0, "\(other.complaint)")
  }

  @Test(
    "A signal ends the run at once with its code while a constructor hangs", arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func signalWhileLoading(_ signal: Int32, _ code: Int32) async throws {
    let folder = try Self.folder(["CONSTRUCTOR=\(Self.inHost("write(2, \"X\", 1); for (;;) pause()"))"])
    let home = try ScratchFolder()
    defer { home.remove() }
    let process = Process()
    let complaint = Pipe()
    process.executableURL = BuiltCommand.folder.appendingPathComponent("hookswitch")
    process.arguments = ["run", "--isolation", "inside", "--transport-path", folder, "quit"]
    process.environment = BuiltCommand.inherited(home: home.url.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = complaint
    // The plugin says so when its constructor has begun.
    complaint.fileHandleForReading.readabilityHandler = { file in
      guard file.availableData.contains(UInt8(ascii: "X")) else { return }
      file.readabilityHandler = nil
      kill(process.processIdentifier, signal)
    }
    #expect(try await process.runToEnd() == code)
    #expect(process.terminationReason == .exit)
  }

  @Test(
    "A plugin that hangs in load or create, outside of the dynamic linker, does not keep others from calling",
    arguments: ["LOADING", "CREATING"])
  func hangingLoad(_ place: String) async throws {
    let folder = try Self.folder(["\(place)=\(Self.inHost("for (;;) pause()"))"])
    let outcome = try await BuiltCommand.run([
      "run", "--isolation", "inside", "--transport-path", folder, "dial loopback 5550100", "wait active", "end",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    guard place == "LOADING" else { return }
    #expect(outcome.complaint.contains("fixture is left out: \(folder)/zfixture.so: load"), "\(outcome.complaint)")
  }

  @Test("A plugin whose destructor hangs delays the exit by two seconds at most")
  func hangingDestructor() async throws {
    let folder = try Self.folder(["DESTRUCTOR=\(Self.inHost("for (;;) pause()"))"])
    let outcome = try await BuiltCommand.run(["run", "--isolation", "inside", "--transport-path", folder, "quit"])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
  }
}
