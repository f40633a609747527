import Foundation
import Glibc
import Testing

/// A process `nats-server` on 127.0.0.1 for daemons that are nodes of a cluster.
final class EngineServer {
  /// The path of the program; nil where it is not installed.
  static let program: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin"]
    return folders.map { $0 + "/nats-server" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The reason to leave a test out.
  static let absence: Comment = "nats-server is not installed: Debian and Ubuntu have it as nats-server"

  private let scratch: ScratchFolder
  private let process = Process()
  private(set) var port = 0

  /// Starts a server on a port that the system chooses, and waits until it takes connections.
  init() async throws {
    scratch = try ScratchFolder()
    process.executableURL = URL(filePath: try #require(Self.program))
    process.arguments = [
      "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", scratch.url.path + "/store", "-l", scratch.url.path + "/log", "--ports_file_dir",
      scratch.url.path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = ContinuousClock.now + .seconds(20)
    while port == 0 {
      try #require(ContinuousClock.now < end && process.isRunning, "nats-server does not start")
      await RunningDaemon.pause()
      port = chosenPort ?? 0
    }
  }

  /// The port of the file that the server writes.
  private var chosenPort: Int? {
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: scratch.url.path),
      let name = files.first(where: { $0.hasSuffix(".ports") }), let text = try? scratch.text(name),
      let file = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let address = (file["nats"] as? [String])?.first
    else { return nil }
    return address.split(separator: ":").last.flatMap { Int($0) }
  }

  /// The member `cluster` of a node's configuration, with a comma in front and short times.
  func member(_ node: String, sip: String = "sip:127.0.0.1:5060") -> String {
    #", "cluster": {"name": "acme", "node": "\#(node)", "servers": ["nats://127.0.0.1:\#(port)"], "#
      + #""sip": ["\#(sip)"], "lease": 5, "beat": 1, "margin": 1}"#
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    scratch.remove()
  }
}
