import Foundation
import Locking
import Testing

/// A process `nats-server` on 127.0.0.1, with a temporary store.
final class NATSServer: Sendable {
  /// The path of the program; nil where it is not installed.
  static let program: String? = {
    let folders =
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/bin"]
    return folders.map { $0 + "/nats-server" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The reason to leave a test out.
  static let absence: Comment = "nats-server is not installed: Debian and Ubuntu have it as nats-server"

  let folder: URL
  let port: UInt16
  private let process = Locked<Process?>(nil)

  var address: String { "nats://127.0.0.1:\(port)" }

  /// Makes a server; `start` starts it.
  ///
  /// - Parameters:
  ///   - configuration: its configuration, without its address and its store.
  ///   - secure: the folder with `server.pem` and `server.key`; nil for a server without TLS.
  init(_ configuration: String = "", name: String = "n1", secure: String? = nil, port: UInt16 = LocalPort.next()) throws {
    self.port = port
    folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-nats-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let tls = secure.map { "tls { cert_file: \"\($0)/server.pem\", key_file: \"\($0)/server.key\" }" } ?? ""
    let text = """
      server_name: \(name)
      listen: "127.0.0.1:\(port)"
      jetstream { store_dir: "\(folder.path)/store", max_memory_store: 64MB, max_file_store: 256MB }
      \(tls)
      \(configuration)
      """
    try Data(text.utf8).write(to: folder.appending(path: "server.conf"))
  }

  deinit {
    kill(SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts the server, and waits until it takes connections.
  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.program))
    process.arguments = ["-c", folder.appending(path: "server.conf").path, "-l", folder.appending(path: "log").path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process.withLock { $0 = process }
    try #require(Patience.wait(.seconds(20)) { LocalPort.listens(self.port) }, "\(log)")
  }

  /// Sends the process a signal, and waits for its end.
  func kill(_ signal: Int32) {
    guard
      let process = process.withLock({ process in
        defer { process = nil }; return process
      })
    else { return }
    Foundation.kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }

  /// Stops the process, or lets it go on.
  func signal(_ signal: Int32) {
    if let process = process.withLock({ $0 }) { Foundation.kill(process.processIdentifier, signal) }
  }

  /// The server's log.
  var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }
}

/// Waits for conditions.
enum Patience {
  /// Looks at a condition each 2 ms; false when it does not hold within `limit`.
  static func wait(_ limit: Duration, until condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while try !condition() {
      guard ContinuousClock.now < end else { return false }
      poll(nil, 0, 2)
    }
    return true
  }
}

/// Free ports of 127.0.0.1, below the system's ephemeral range and beside those of the tests of SIP.
enum LocalPort {
  private static let last = Locked(UInt16.random(in: 16_500...22_000))

  /// Returns a port that no program listens on.
  static func next() -> UInt16 {
    while true {
      let port = last.withLock { last in
        last = last < 22_400 ? last + 1 : 16_500
        return last
      }
      if isFree(port) { return port }
    }
  }

  /// True when a program listens on the port.
  static func listens(_ port: UInt16) -> Bool { withSocket(port) { connect($0, $1, $2) } == 0 }

  private static func isFree(_ port: UInt16) -> Bool { withSocket(port) { bind($0, $1, $2) } == 0 }

  private static func withSocket(_ port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
