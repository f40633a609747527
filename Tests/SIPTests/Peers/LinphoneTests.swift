import Testing

@Suite("linphone", .enabled(if: PluginFolder.hasSIP && Linphone.isThere), .serialized, .timeLimit(.minutes(3)))
struct LinphoneTests {
  @Test("calls: it hears and is heard, is held, holds, digits go both ways, and it hangs up")
  func calls() async throws { try await PhoneCall<Linphone>.comesIn() }

  @Test("is called: it hears and is heard, is held, holds, digits go both ways, and it is hung up on")
  func isCalled() async throws { try await PhoneCall<Linphone>.goesOut() }

  @Test("hears and is heard through each codec (RFC 3551, RFC 7587)", arguments: ["pcmu", "pcma", "g722", "opus"])
  func codec(_ name: String) async throws {
    // It takes full scale for 12 dB less than its own coder does for 6 more: 6 dB quieter than the ITU's own code, spandsp, baresip and us.
    try await PhoneCall<Linphone>.sounds(["codecs": .list([name])], tolerance: name == "g722" ? 8 : 2)
  }

  @Test("hears and is heard through SRTP with keys in the description (RFC 3711, RFC 4568)")
  func encrypts() async throws { try await PhoneCall<Linphone>.sounds(["srtp": "sdes", "sdes-without-tls": true], .sdes) }

  @Test("hears and is heard through SRTP with keys by DTLS (RFC 5763, RFC 5764)")
  func shakesHands() async throws { try await PhoneCall<Linphone>.sounds(["srtp": "dtls"], .dtls) }

  @Test("calls with SRTP by DTLS: we answer its offer, through holds from both sides (RFC 5763 section 5)")
  func offersHandshake() async throws { try await PhoneCall<Linphone>.comesIn([:], PhoneSetup(encryption: .dtls)) }

  // It takes no connections by TLS, though its Contact names a port for them: who is called by it directly cannot hold it.
  @Test("calls by TLS with SRTP's keys in the description (RFC 4568 section 7)", .enabled(if: PeerProcess.isThere("openssl")))
  func secure() async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    try await PhoneCall<Linphone>.comesIn(
      authority.account("tls").merging(["srtp": "sdes"]) { $1 }, PhoneSetup(encryption: .sdes, authority: authority),
      isReachable: false)
  }
}
