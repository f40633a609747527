import Hookswitch
import Testing

@Suite("A call on the wire", .enabled(if: PluginFolder.hasSIP && Baresip.isThere), .timeLimit(.minutes(2)))
struct WireTests {
  @Test(
    "is well-formed for tshark: SIP, session descriptions, RTP, digits and RTCP, also after a hold",
    .enabled(if: WireCapture.isPossible, "tshark is not there, or nobody lets us capture"), arguments: ["pcma", "opus"])
  func wellFormed(_ codec: String) async throws {
    let first = UInt16.random(in: 10_000...15_000) * 2
    let media = first...(first + 40)
    let settings: [String: Account.Value] = [
      "codecs": .list([codec]), "first-media-port": .number(Int(media.lowerBound)), "last-media-port": .number(Int(media.upperBound)),
    ]
    try await SoundHost.with(settings) { home in
      let capture = try await WireCapture(port: home.phone.port, media: media)
      try await call(home, try await Baresip(.none))
      try await capture.finish()

      let protocols = Set(try await capture.tshark("-T", "fields", "-e", "frame.protocols").flatMap { $0.split(separator: ":") })
      #expect(protocols.isSuperset(of: ["sip", "sdp", "rtp", "rtcp", "rtpevent"]), "\(protocols)")
      let faults = try await capture.tshark("-Y", "_ws.malformed || _ws.expert.severity == error", "-T", "fields", "-e", "_ws.col.Info")
      #expect(faults.isEmpty, "\(faults)")
      // In each direction: no lost packets, one sequence.
      let streams = try await capture.tshark("-q", "-z", "rtp,streams").filter { $0.contains("127.0.0.1") }
      #expect(streams.count == 2, "\(streams)")
      #expect(streams.allSatisfy { $0.contains(" 0 (0.0%)") }, "\(streams)")
    }
  }

  private func call(_ home: SoundHost, _ peer: Baresip) async throws {
    let call = try await home.phone.controller.start(Handle(parsing: peer.uri))
    try await peer.tells(.rings)
    try peer.does(.answer)
    try await home.hearsBothWays(peer)
    try await home.phone.controller.playDTMF(call, "7").performed()
    try await peer.tells(.digit("7"))
    try await home.phone.controller.hold(call).performed()
    try await home.phone.controller.resume(call).performed()
    try await home.hearsBothWays(peer)
    try await home.phone.controller.end(call)
    try await peer.tells(.over)
  }
}
