import Foundation
import Testing

/// A bus of the test's own, on which no program of the machine is.
final class PrivateBus {
  let scratch: ScratchFolder
  /// The bus's address, which stays when the bus is started again.
  let address = "unix:abstract=hookswitch-test-\(UUID().uuidString)"
  private var process = Process()
  private var runs = 0

  init() throws {
    scratch = try ScratchFolder()
    try start()
  }

  /// Starts the bus, and waits until it serves.
  func start() throws {
    try scratch.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default">
          <allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/><allow eavesdrop="false"/>
          <allow send_requested_reply="true" send_type="method_return"/><allow send_requested_reply="true" send_type="error"/>
          <allow receive_type="method_call"/><allow receive_type="method_return"/><allow receive_type="error"/>
          <allow receive_type="signal"/>
        </policy>
      </busconfig>
      """, to: "bus.conf")
    let output = Pipe()
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    process.arguments = ["--config-file=\(scratch.url.path)/bus.conf", "--nofork", "--nosyslog", "--print-address=1"]
    (process.standardOutput, process.standardError, process.standardInput) = (output, FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    // The bus prints its address once it listens.
    try #require(!output.fileHandleForReading.availableData.isEmpty)
  }

  /// Ends the bus at once.
  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  /// Runs `busctl call` with the words, and returns its output, or its error.
  func call(_ path: String, _ method: String, _ words: String..., of name: String = "org.hookswitch.Host1") async throws -> String {
    let dot = try #require(method.lastIndex(of: "."))
    return try await busctl(["call", name, path, String(method[..<dot]), String(method[method.index(after: dot)...])] + words)
  }

  /// Returns a property as `busctl` prints it.
  func property(_ path: String, _ interface: String, _ name: String) async throws -> String {
    try await busctl(["get-property", "org.hookswitch.Host1", path, interface, name])
  }

  /// Runs `busctl`, as another user if one is given, and returns its output, or its error.
  func busctl(_ words: [String], user: Int? = nil) async throws -> String {
    let process = Process()
    let prefix = user.map { ["/usr/bin/setpriv", "--reuid", "\($0)", "--clear-groups"] } ?? []
    let all = prefix + ["/usr/bin/busctl", "--address=\(address)"] + words
    process.executableURL = URL(filePath: all[0])
    process.arguments = Array(all.dropFirst())
    runs += 1
    let name = "busctl-\(runs)"
    let file = try scratch.newFile(name)
    (process.standardOutput, process.standardError) = (file, file)
    _ = try await process.runToEnd()
    return try scratch.text(name).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    if process.isRunning { stop() }
    scratch.remove()
  }
}

/// A program of Examples/Bus on a private bus.
final class BusProgram {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples/Bus").standardized
  private let process = Process()
  private let input = Pipe()
  private let scratch: ScratchFolder

  init(_ bus: PrivateBus, _ name: String, _ arguments: String...) throws {
    scratch = try ScratchFolder()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [Self.folder.appending(path: name).path] + arguments
    process.environment = BuiltCommand.inherited(home: scratch.url.path).merging(bus.environment) { $1 }
    process.standardInput = input
    let file = try scratch.newFile("output")
    (process.standardOutput, process.standardError) = (file, file)
    try process.run()
  }

  var output: String { (try? scratch.text("output")) ?? "" }
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Waits until the output has a text.
  func until(_ text: String, at location: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !output.contains(text) {
      try #require(ContinuousClock.now < end, "no \"\(text)\" in \(output)", sourceLocation: location)
      await RunningDaemon.pause()
    }
  }

  /// Ends the program as its user would, by the end of its input.
  func end() {
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }

  /// Ends the program at once.
  func crash() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit {
    if process.isRunning { crash() }
    scratch.remove()
  }
}
