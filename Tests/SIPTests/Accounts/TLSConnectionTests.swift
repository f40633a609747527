import CallControl
import Foundation
import Testing

@Suite("Connections over TLS", .enabled(if: PluginFolder.hasSIP && PeerProcess.isThere("openssl")), .timeLimit(.minutes(2)))
struct TLSConnectionTests {
  @Test("free their memory at the end: sofia-sip kept 30 kB of each")
  func memory() async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let settings = """
      {"port": \(authority.port), "transport": "tls", "certificate": "\(authority.certificate)", "private-key": "\(authority.key)"}
      """
    // AddressSanitizer keeps freed memory to detect its use; here it must not.
    let sanitizer = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] ?? ""
    let phone = try PeerProcess(
      PluginFolder.name + "/hookswitch",
      ["run", "--json", "--isolation", "inside", "--transport-path", PluginFolder.name, "--config", "run.json"],
      files: ["run.json": #"{"providers": [{"name": "desk", "transport": "org.hookswitch.sip", "settings": \#(settings)}]}"#],
      environment: ["ASAN_OPTIONS": sanitizer + ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0"])
    try #require(await phone.says(#""event":"ready""#))
    // Memory that the first connections load stays.
    try await connect(50, to: authority.port)
    let before = try phone.residentKilobytes
    try await connect(200, to: authority.port)
    let taken = try phone.residentKilobytes - before
    #expect(taken < 200 * 8, "\(taken) KiB for 200 connections")
  }

  @Test("have a port of their own beside UDP's and TCP's, which stays the account's port", arguments: ["", "udp", "tcp"])
  func ports(transport: String) async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    try await SIPHost.with([Account("sip", authority.account(transport).merging(["tls-port": 0]) { $1 })]) { phone in
      let diagnosis = try await phone.diagnosis { $0["tls-port"] != nil }
      #expect(diagnosis["port"] as? Int == Int(phone.port), "\(diagnosis)")
      try await connect(1, to: UInt16(try #require(diagnosis["tls-port"] as? Int)))
    }
  }

  /// Makes connections one after the other.
  private func connect(_ times: Int, to port: UInt16) async throws {
    let script = "for i in $(seq \(times)); do openssl s_client -connect 127.0.0.1:\(port) < /dev/null > said 2>&1 || exit; done"
    let clients = try PeerProcess("sh", ["-c", script])
    try #require(await clients.exit(within: .seconds(60)) == 0, "\(clients.file("said"))")
  }
}
