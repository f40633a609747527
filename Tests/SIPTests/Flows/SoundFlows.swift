import CallControl
import Testing

@Suite("The media of a call", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(3)))
struct SoundFlows {
  @Test("change with the far end's codec (RFC 3264 section 8.3.2)")
  func codec() async throws {
    let socket = try #require(SoundSocket())
    let flow = Flow.into("codec-changed", .incoming, .answer, .sees(.active), .ended(.remoteEnded))
    try await FlowRun.play(flow.with { $0.keys = ["sound": "\(socket.port)"] })
    #expect(await socket.hears(8))
    #expect(await socket.hears(0))
    #expect(socket.types.entries.last == 0)
  }

  @Test("follow the far end to another address (RFC 3264 section 8.3.1)")
  func address() async throws {
    let (first, second) = (try #require(SoundSocket()), try #require(SoundSocket("127.0.0.2")))
    let flow = Flow.into("address-changed", .incoming, .answer, .sees(.active), .ended(.remoteEnded))
    try await FlowRun.play(flow.with { $0.keys = ["sound": "\(first.port)", "moved": "\(second.port)"] })
    #expect(await first.hears(8))
    #expect(await second.hears(8))
  }
}
