import Foundation
import Testing

/// An authority for certificates of one test, with one for a server that it signed.
final class TLSAuthority: Sendable {
  let folder: URL
  /// Where the server with the certificate listens.
  let port = FreePort.next()

  var authority: String { folder.appending(path: "authority.pem").path }
  var certificate: String { folder.appending(path: "server.pem").path }
  var key: String { folder.appending(path: "server.key").path }

  /// What an account is told that goes by it.
  func account(_ transport: String) -> [String: Account.Value] {
    ["transport": .text(transport), "ca-file": .text(authority), "certificate": .text(certificate), "private-key": .text(key)]
  }

  /// Makes both.
  ///
  /// - Parameters:
  ///   - name: whom the server's certificate is for.
  ///   - isExpired: whether its time is over.
  init(for name: String, isExpired: Bool = false) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-authority-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("subjectAltName=DNS:\(name)\nbasicConstraints=CA:FALSE\n".utf8).write(to: folder.appending(path: "extensions"))
    let days = isExpired ? ["-days", "0"] : ["-days", "2"]
    try await openssl(
      ["req", "-x509"] + Self.newKey + [
        "-days", "2", "-subj", "/CN=Authority of a test", "-keyout", "authority.key", "-out", "authority.pem",
      ])
    try await openssl(["req"] + Self.newKey + ["-subj", "/CN=\(name)", "-keyout", "server.key", "-out", "server.csr"])
    try await openssl(
      ["x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-extfile", "extensions"]
        + ["-out", "server.pem"] + days)
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func openssl(_ arguments: [String]) async throws {
    let process = try PeerProcess("sh", ["-c", "cd \"$1\" && shift && exec openssl \"$@\"", "sh", folder.path] + arguments)
    let status = await process.exit()
    try #require(status == 0, "openssl \(arguments): \(process.output.entries)")
  }
}
