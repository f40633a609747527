import Foundation
import Testing

/// A test's certificate authority, with a server certificate from it.
final class TLSAuthority: Sendable {
  let folder: URL
  /// The port of the server with the certificate.
  let port = FreePort.next()

  var authority: String { folder.appending(path: "authority.pem").path }
  var certificate: String { folder.appending(path: "server.pem").path }
  var key: String { folder.appending(path: "server.key").path }

  /// The server's certificate and key in one text.
  var whole: String { get throws { try [certificate, key].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined() } }

  /// The settings of an account that uses these certificates.
  func account(_ transport: String) -> [String: Account.Value] {
    ["transport": .text(transport), "ca-file": .text(authority), "certificate": .text(certificate), "private-key": .text(key)]
  }

  /// Makes the authority and the server certificate.
  ///
  /// - Parameters:
  ///   - name: The name in the server certificate.
  ///   - isExpired: True for a certificate that has expired.
  ///   - between: The number of intermediate authorities: each signs the next, and the server's file contains all.
  init(for name: String, isExpired: Bool = false, between: Int = 0) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-authority-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let isAddress = name.first?.isNumber == true
    try Data("subjectAltName=DNS:\(name)\(isAddress ? ",IP:\(name)" : "")\nbasicConstraints=CA:FALSE\n".utf8)
      .write(to: folder.appending(path: "server.ext"))
    try Data("basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n".utf8).write(to: folder.appending(path: "between.ext"))
    try await openssl(
      ["req", "-x509"] + Self.newKey + [
        "-days", "2", "-subj", "/CN=Authority of a test", "-keyout", "authority.key", "-out", "authority.pem",
      ])
    var signer = "authority"
    for number in 0..<between {
      try await sign("between\(number)", as: "Authority \(number) in between", by: signer, "between.ext", days: 2)
      signer = "between\(number)"
    }
    try await sign("server", as: name, by: signer, "server.ext", days: isExpired ? 0 : 2)
    var chain = try Data(contentsOf: URL(filePath: certificate))
    for number in (0..<between).reversed() { chain += try Data(contentsOf: folder.appending(path: "between\(number).pem")) }
    try chain.write(to: URL(filePath: certificate))
  }

  private func sign(_ file: String, as name: String, by signer: String, _ extensions: String, days: Int) async throws {
    try await openssl(["req"] + Self.newKey + ["-subj", "/CN=\(name)", "-keyout", "\(file).key", "-out", "\(file).csr"])
    try await openssl(
      ["x509", "-req", "-in", "\(file).csr", "-CA", "\(signer).pem", "-CAkey", "\(signer).key", "-CAcreateserial", "-extfile", extensions]
        + ["-out", "\(file).pem", "-days", "\(days)"])
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func openssl(_ arguments: [String]) async throws {
    let process = try PeerProcess("sh", ["-c", "cd \"$1\" && shift && exec openssl \"$@\"", "sh", folder.path] + arguments)
    let status = await process.exit()
    try #require(status == 0, "openssl \(arguments): \(process.output.entries)")
  }
}
