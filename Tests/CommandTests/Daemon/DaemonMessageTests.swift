import CallControl
import Foundation
import Glibc
import StrictJSON
import Testing

/// The messages of a real transport in a daemon's flight recorder.
@Suite("hookswitch daemon: messages of transports", .serialized, .timeLimit(.minutes(4))) struct DaemonMessageTests {
  private static let hasSIP = FileManager.default.fileExists(atPath: BuiltCommand.folder.appendingPathComponent("libSIP.so").path)
  private static let secret = "pa55w0rd-planted"

  /// Returns the messages in the flight recorder.
  private func messages(_ daemon: RunningDaemon) async throws -> [String] {
    let page = try JSONReader.read(Array(try await daemon.perform("api", "trace.read").utf8))
    return try (page["records"]?.array ?? []).compactMap { entry in
      let record = try JSONDecoder().decode(JournalRecord.self, from: Data(try #require(entry["record"]).text.utf8))
      guard case .wire(_, _, protocol: "sip", let text, isOutgoing: _) = record.body else { return nil }
      return text
    }
  }

  /// A socket that reads nothing, so that no call to it is answered or refused.
  private final class SilentPeer {
    private let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    let port: UInt16

    init() throws {
      var address = sockaddr_in()
      (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), inet_addr("127.0.0.1"))
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = descriptor
      let result = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
        }
      }
      port = UInt16(bigEndian: address.sin_port)
      try #require(result == 0 && port > 0)
    }

    deinit { close(descriptor) }
  }

  /// Calls an address at which nothing answers, and returns once the call is over.
  private func dial(_ daemon: RunningDaemon, _ handle: String) async throws {
    _ = try await daemon.run("dial", handle, "--provider", "desk", "--no-wait")
    try await daemon.until(calls: ["dialing"])
    _ = try await daemon.run("end", "newest")
    try await daemon.until(calls: [])
  }

  @Test(
    "They are kept only while a program has switched them on, without their secrets, wherever the transport runs",
    .enabled(if: hasSIP), arguments: ["inside", "process"])
  func kept(_ isolation: String) async throws {
    let daemon = try await RunningDaemon(
      providers: #"[{"name": "desk", "transport": "sip", "settings": {"port": 0, "address": "127.0.0.1"}}]"#,
      ["--no-bus", "--isolation", isolation])
    let peer = try SilentPeer()
    let target = "sip:bob:\(Self.secret)@127.0.0.1:\(peer.port)"
    try await dial(daemon, target)
    #expect(try await messages(daemon).isEmpty)
    let answer = try await daemon.perform("api", "trace.messages", #"{"provider": "desk", "seconds": 60}"#)
    let on = try JSONReader.read(Array(answer.utf8))["messages"]?.array?.first
    #expect(on?["provider"]?.string == "desk" && on?["actor"]?.string?.isEmpty == false && on?["until"]?.string != nil, "\(answer)")
    try await dial(daemon, target)
    let kept = try await messages(daemon)
    #expect(kept.contains { $0.hasPrefix("INVITE sip:bob") }, "\(kept)")
    #expect(!kept.joined().contains(Self.secret))
    _ = try await daemon.perform("api", "trace.messages", #"{"provider": "desk", "on": false}"#)
    try await dial(daemon, "sip:carol@127.0.0.1:\(peer.port)")
    #expect(try await !messages(daemon).contains { $0.contains("carol") })
    #expect(try await daemon.end() == 0)
  }
}
