import Foundation
import Testing

/// The daemon beside a notification server that people use: dunst, on a screen in memory.
@Suite(
  "The daemon beside dunst", .serialized, .timeLimit(.minutes(3)),
  .enabled(if: ["Xvfb", "dunst", "dunstctl"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }))
struct NotificationServerTests {
  @Test("It shows a ringing call, its button answers, and the notification goes with the call") func answers() async throws {
    let bus = try PrivateBus()
    let screen = try ScreenProgram()
    try await screen.start(dunstOn: bus)
    let daemon = try await RunningDaemon(environment: bus.environment)
    try await daemon.until("programs can call org.hookswitch.Host1")
    try await daemon.perform("api", "access.grant", #"{"peer": "uid:\#(getuid())", "rights": ["provide"], "names": ["meet"]}"#)
    let caller = try BusProgram(bus, "provider.py", "meet", "--ring", "ann <ann@example.org>")
    try await screen.until("category: call.incoming")
    // The server has the name as data, not as markup.
    #expect(screen.output.contains("ann <ann@example.org>") && screen.output.contains("\"decline\": \"Decline\""))
    #expect(try await screen.control(bus, "count", "displayed") == "1")
    // The menu of the configuration chooses the button to answer.
    _ = try await screen.control(bus, "context")
    try await daemon.until(calls: ["active"])
    try await screen.until("\"hang-up\": \"Hang up\"")
    #expect(try await screen.control(bus, "count", "displayed") == "1")
    try await daemon.perform("end", "active")
    while try await screen.control(bus, "count", "displayed") != "0" { await RunningDaemon.pause() }
    caller.crash()
    #expect(try await daemon.end() == 0)
  }
}

/// A screen in memory, and the notification server on it.
private final class ScreenProgram {
  private let process = Process()
  private let scratch: ScratchFolder
  private let display: String

  init() throws {
    scratch = try ScratchFolder()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/Xvfb")
    // It prints the number of the display that it chose.
    process.arguments = ["-displayfd", "1", "-screen", "0", "640x300x24", "-nolisten", "tcp"]
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    try #require(!number.isEmpty)
    display = ":" + number
  }

  private func environment(_ bus: PrivateBus) -> [String: String] { bus.environment.merging(["DISPLAY": display]) { $1 } }

  /// Starts dunst, whose menu of buttons takes the one with the label Answer.
  func start(dunstOn bus: PrivateBus) async throws {
    let file = try scratch.write("[global]\n  dmenu = /usr/bin/grep -m1 Answer\n", to: "dunstrc").path
    let server = Process()
    server.executableURL = URL(filePath: "/usr/bin/stdbuf")
    server.arguments = ["-oL", "/usr/bin/dunst", "-conf", file, "-print"]
    server.environment = BuiltCommand.inherited(home: scratch.url.path).merging(environment(bus)) { $1 }
    let output = try scratch.newFile("output")
    (server.standardOutput, server.standardError, server.standardInput) = (output, output, FileHandle.nullDevice)
    try server.run()
    while try await control(bus, "count", "displayed") != "0" { await RunningDaemon.pause() }
  }

  /// Runs `dunstctl`, and returns its output.
  func control(_ bus: PrivateBus, _ words: String...) async throws -> String {
    let outcome = try await BuiltCommand.run(words, environment: environment(bus), program: URL(filePath: "/usr/bin/dunstctl"))
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  var output: String { (try? scratch.text("output")) ?? "" }

  /// Waits until the server has printed a text.
  func until(_ text: String, at location: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !output.contains(text) {
      try #require(ContinuousClock.now < end, "no \"\(text)\" in \(output)", sourceLocation: location)
      await RunningDaemon.pause()
    }
  }

  deinit {
    // dunst ends with its screen.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    scratch.remove()
  }
}
