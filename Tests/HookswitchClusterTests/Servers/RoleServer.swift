import Foundation
import HookswitchCluster
import Locking
import Testing

/// A server with the shipped roles, whose users have keys of this test, and with TLS.
final class RoleServer: Sendable {
  enum Role: String, CaseIterable {
    case node = "NODE-A1"
    case otherNode = "NODE-A2"
    case edge = "EDGE"
    case reader = "READER"
  }

  let server: NATSServer
  private let folder: URL
  private let seeds: [Role: String]

  var address: String { "tls://127.0.0.1:\(server.port)" }
  var authorities: String { folder.appending(path: "authority.pem").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-roles-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var roles = try String(contentsOf: Self.shipped("roles.conf"), encoding: .utf8)
    var seeds: [Role: String] = [:]
    for role in Role.allCases {
      let key = try NKey(random: (0..<32).map { _ in UInt8.random(in: 0...255) })
      seeds[role] = key.seed
      roles = roles.replacingOccurrences(of: "@\(role.rawValue)@", with: key.publicKey)
    }
    self.seeds = seeds
    try Data(roles.utf8).write(to: folder.appending(path: "roles.conf"))
    try Self.makeCertificates(folder)
    server = try NATSServer("include \"../\(folder.lastPathComponent)/roles.conf\"", secure: folder.path)
    try server.start()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the path of a shipped file.
  static func shipped(_ name: String) -> URL {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appending(path: "Packaging/nats/\(name)")
  }

  /// Returns a bench of a role.
  func bench(_ role: Role) throws -> NATSBench {
    let seed = try #require(seeds[role])
    return try NATSBench([address]) { settings in
      settings.authorities = authorities
      settings.seed = { () throws(ClusterStoreError) -> String in seed }
    }
  }

  /// Makes an authority, and a server certificate for 127.0.0.1.
  private static func makeCertificates(_ folder: URL) throws {
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try Data("subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n".utf8).write(to: folder.appending(path: "server.ext"))
    for arguments in [
      ["req", "-x509"] + key + ["-days", "2", "-subj", "/CN=Authority of a test", "-keyout", "authority.key", "-out", "authority.pem"],
      ["req"] + key + ["-subj", "/CN=127.0.0.1", "-keyout", "server.key", "-out", "server.csr"],
      ["x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial"]
        + ["-extfile", "server.ext", "-out", "server.pem", "-days", "2"],
    ] {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl"] + arguments
      process.currentDirectoryURL = folder
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "openssl \(arguments)")
    }
  }
}
