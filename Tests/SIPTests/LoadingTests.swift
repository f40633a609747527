import Foundation
import Hookswitch
import Testing

@Suite("The SIP transport in a host", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(5)))
struct LoadingTests {
  @Test("is ready for direct calls without a configuration, and releases its port when the host shuts down")
  func direct() async throws {
    for _ in 0..<2 {
      let host = CallHost()
      try host.addProvider("sip", fromTransport: "org.hookswitch.sip", searching: PluginFolder.path, configuration: "{\"port\": 0}")
      var events = CallObserver(host: host).events().makeAsyncIterator()
      while host.providers.first?.standing != .ready, await events.next() != nil {}
      await host.shutdown()
    }
  }

  @Test("fails a call to a name when the name server is unreachable, and nothing else")
  func noNameServer() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "hookswitch-resolver-\(UUID()).conf")
    // A broadcast address, to which a socket cannot connect without an option.
    try "nameserver 255.255.255.255\n".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    try await SIPHost.with([Account("sip", ["resolver-file": .text(file.path)])]) { phone in
      let named = try await phone.controller.start(Handle(parsing: "sip:bob@example.org"))
      #expect(try await phone.end(of: named, within: .seconds(10)).reason == .failed)
      let direct = try await phone.controller.start(Handle(parsing: "sip:host@127.0.0.1:\(phone.port)"))
      _ = try await phone.incoming()
      try await phone.controller.end(direct).performed()
    }
  }
}
