import Foundation
import Testing

/// Kamailio with the shipped configuration, on addresses and in a folder of its own.
final class FrontKamailio: Sendable {
  static let program = FrontProcess.path(of: "kamailio")
  static let absence: Comment =
    "kamailio, nats-server or sipp is not installed: Debian and Ubuntu have them as these and sip-tester"

  let host: String
  let port: UInt16
  private let process: FrontProcess

  var address: String { "\(host):\(port)" }
  /// The RPC socket.
  var socket: String { process.folder.appending(path: "rpc.sock").path }

  /// Prepares the files; `start` starts it.
  init(host: String, port: UInt16 = LocalPort.next(), definitions: String = "") throws {
    (self.host, self.port) = (host, port)
    process = try FrontProcess(files: [
      "kamailio.cfg": String(contentsOf: Self.shipped("kamailio.cfg"), encoding: .utf8),
      "hookswitch-nodes.list": String(contentsOf: Self.shipped("hookswitch-nodes.list"), encoding: .utf8),
    ])
    let own = """
      listen=udp:\(host):\(port)
      #!define RPC_SOCKET "\(process.folder.path)/rpc.sock"
      #!define NODES_FILE "\(process.folder.path)/hookswitch-nodes.list"
      #!define CHILDREN 1
      #!define PING_INTERVAL 1
      \(definitions)

      """
    try Data(own.utf8).write(to: process.folder.appending(path: "hookswitch-local.cfg"))
  }

  /// Returns the path of a shipped file.
  static func shipped(_ name: String) -> URL {
    var root = URL(filePath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    return root.appending(path: "Packaging/kamailio/\(name)")
  }

  /// Starts it; `whenUp` waits until it answers.
  func start() throws {
    try? FileManager.default.removeItem(atPath: socket)
    let program = try #require(Self.program)
    // Kills Kamailio's child processes with it, by a process namespace.
    let start = "if unshare -rpf --kill-child true; then exec unshare -rpf --kill-child \"$@\"; fi; exec \"$@\""
    let folder = process.folder.path
    let arguments = ["-DD", "-E", "-f", "\(folder)/kamailio.cfg", "-w", folder, "-Y", folder, "-m", "32", "-M", "4"]
    try process.start("/bin/sh", ["-c", start, "sh", program] + arguments)
  }

  func whenUp() throws {
    try #require(Patience.wait(.seconds(20)) { FileManager.default.fileExists(atPath: self.socket) }, "\(log)")
  }

  /// Checks the configuration; the output with the result.
  func check() throws -> (isRight: Bool, output: String) {
    let folder = process.folder.path
    try process.start(try #require(Self.program), ["-c", "-f", "\(folder)/kamailio.cfg", "-w", folder, "-Y", folder])
    try #require(Patience.wait(.seconds(20)) { self.process.exit != nil })
    return (process.exit == 0, log)
  }

  func stop() { process.stop() }

  var log: String { process.text("output") }
}
