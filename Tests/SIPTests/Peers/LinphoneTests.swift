import Testing

@Suite("linphone", .enabled(if: PluginFolder.hasSIP && Linphone.isThere), .serialized, .timeLimit(.minutes(3)))
struct LinphoneTests {
  @Test("calls: it hears and is heard, is held, holds, digits go both ways, and it hangs up")
  func calls() async throws { try await PhoneCall<Linphone>.comesIn() }

  @Test("is called: it hears and is heard, is held, holds, digits go both ways, and it is hung up on")
  func isCalled() async throws { try await PhoneCall<Linphone>.goesOut() }

  @Test("hears and is heard through each codec (RFC 3551, RFC 7587)", arguments: ["pcmu", "pcma", "g722", "opus"])
  func codec(_ name: String) async throws {
    // Its G.722 says 6 dB less and hears 6 dB more than others' (baresip and we agree to the tenth).
    try await PhoneCall<Linphone>.sounds(["codecs": .list([name])], tolerance: name == "g722" ? 8 : 2)
  }

  @Test("hears and is heard through SRTP with keys in the description (RFC 3711, RFC 4568)")
  func encrypts() async throws { try await PhoneCall<Linphone>.sounds(["srtp": "sdes"], .sdes) }

  @Test("hears and is heard through SRTP with keys by DTLS (RFC 5763, RFC 5764)")
  func shakesHands() async throws { try await PhoneCall<Linphone>.sounds(["srtp": "dtls"], .dtls) }
}
