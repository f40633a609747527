import Testing

@Suite("linphone", .enabled(if: PluginFolder.hasSIP && Linphone.isThere), .serialized, .timeLimit(.minutes(3)))
struct LinphoneTests {
  @Test("calls: media go both ways, both sides hold, digits go both ways, and it hangs up")
  func calls() async throws { try await PhoneCall<Linphone>.comesIn() }

  @Test("is called: media go both ways, both sides hold, digits go both ways, and the host hangs up")
  func isCalled() async throws { try await PhoneCall<Linphone>.goesOut() }

  @Test("has media in both directions with each codec (RFC 3551, RFC 7587)", arguments: ["pcmu", "pcma", "g722", "opus"])
  func codec(_ name: String) async throws {
    // Its G.722 is 6 dB quieter than that of the ITU's reference code, spandsp and baresip.
    try await PhoneCall<Linphone>.sounds(["codecs": .list([name])], tolerance: name == "g722" ? 8 : 2)
  }

  @Test("has media in both directions with SRTP and keys in the description (RFC 3711, RFC 4568)")
  func encrypts() async throws { try await PhoneCall<Linphone>.sounds(["srtp": "sdes", "sdes-without-tls": true], .sdes) }

  @Test("has media in both directions with SRTP and keys by DTLS (RFC 5763, RFC 5764)")
  func shakesHands() async throws { try await PhoneCall<Linphone>.sounds(["srtp": "dtls"], .dtls) }

  @Test("calls with SRTP by DTLS: we answer its offer, through holds from both sides (RFC 5763 section 5)")
  func offersHandshake() async throws { try await PhoneCall<Linphone>.comesIn([:], PhoneSetup(encryption: .dtls)) }

  // It accepts no TLS connections, though its Contact names a port for them, so its callee cannot hold the call.
  @Test("calls over TLS with SRTP keys in the description (RFC 4568 section 7)", .enabled(if: PeerProcess.isThere("openssl")))
  func secure() async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    try await PhoneCall<Linphone>.comesIn(
      authority.account("tls").merging(["srtp": "sdes"]) { $1 }, PhoneSetup(encryption: .sdes, authority: authority),
      isReachable: false)
  }
}
