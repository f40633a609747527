import Testing

@Suite("baresip", .enabled(if: PluginFolder.hasSIP && Baresip.isThere), .serialized, .timeLimit(.minutes(3)))
struct BaresipTests {
  @Test("calls: it hears and is heard, is held, holds, digits go both ways, and it hangs up")
  func calls() async throws { try await PhoneCall<Baresip>.comesIn() }

  @Test("is called: it hears and is heard, is held, holds, digits go both ways, and it is hung up on")
  func isCalled() async throws { try await PhoneCall<Baresip>.goesOut() }

  @Test("hears and is heard through each codec (RFC 3551, RFC 7587)", arguments: ["pcmu", "pcma", "g722", "opus"])
  func codec(_ name: String) async throws { try await PhoneCall<Baresip>.sounds(["codecs": .list([name])]) }

  @Test("hears and is heard through SRTP with keys in the description (RFC 3711, RFC 4568)")
  func encrypts() async throws { try await PhoneCall<Baresip>.sounds(["srtp": "sdes"], .sdes) }

  @Test("hears and is heard through SRTP with keys by DTLS (RFC 5763, RFC 5764)")
  func shakesHands() async throws { try await PhoneCall<Baresip>.sounds(["srtp": "dtls"], .dtls) }
}
