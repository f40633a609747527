import CallControl
import Foundation
import Testing

/// Kamailio as registrar and proxy: it challenges every request outside a dialog, and record-routes every call.
final class Kamailio: Sendable {
  static let isThere = PeerProcess.isThere("kamailio") && moduleFolder != nil
  static let password = "s3cret: \"quoted\\, and longer"
  static let realm = "phones.example.org"

  let port: UInt16
  private let process: PeerProcess

  /// The address of a user.
  func uri(_ user: String) -> String { "sip:\(user)@127.0.0.1:\(port)" }
  var registrar: String { "sip:127.0.0.1:\(port)" }

  /// Makes an account at this registrar.
  func account(_ user: String, port: UInt16? = nil, password: String = Kamailio.password, _ settings: [String: Account.Value] = [:])
    -> Account
  {
    let own: [String: Account.Value] = ["uri": .text(uri(user)), "registrar": .text(registrar), "secret": "word"]
    return Account(.init(rawValue: user), port: port, own.merging(settings) { $1 }, secrets: ["word": password])
  }

  /// Starts Kamailio, and returns when it listens.
  init(port: UInt16 = FreePort.next(), algorithm: String = "MD5", longest: Int = 600, tls: TLSAuthority? = nil) async throws {
    self.port = port
    let configuration = try KamailioConfiguration(
      port: port, modules: #require(Self.moduleFolder), algorithm: algorithm, longest: longest, tls: tls
    ).text
    // Kills Kamailio's child processes with it, by a process namespace.
    let start = "if unshare -rpf --kill-child true; then exec unshare -rpf --kill-child \"$@\"; fi; exec \"$@\""
    process = try PeerProcess(
      "sh", ["-c", start, "sh", "kamailio", "-DD", "-E", "-f", "kamailio.cfg", "-w", ".", "-Y", ".", "-m", "16", "-M", "4"],
      files: ["kamailio.cfg": configuration], environment: ["PATH": "/usr/sbin:/sbin:/usr/bin:/bin"])
    if await !process.says("it listens") { Issue.record("Kamailio does not start:\n\(told)") }
  }

  func stop() { process.stop() }

  /// Returns true when it logs such a request within the limit: `REGISTER alice 401` and the like.
  func sees(_ line: String, within limit: Duration = .seconds(15)) async -> Bool { await process.says("saw: \(line)", within: limit) }

  /// The requests it logged, a line each.
  var seen: [String] {
    process.output.entries.compactMap { line in line.range(of: "saw: ").map { String(line[$0.upperBound...]) } }
  }

  /// Its whole output.
  var told: String { process.output.entries.joined(separator: "\n") }

  private static let moduleFolder: String? = {
    let libraries = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    return (libraries.map { "/usr/lib/\($0)/kamailio/modules" } + ["/usr/lib64/kamailio/modules"]).first {
      FileManager.default.fileExists(atPath: $0 + "/registrar.so")
    }
  }()
}
