import Testing

@Suite("baresip", .enabled(if: PluginFolder.hasSIP && Baresip.isThere), .serialized, .timeLimit(.minutes(3)))
struct BaresipTests {
  @Test("calls: media go both ways, both sides hold, digits go both ways, and it hangs up")
  func calls() async throws { try await PhoneCall<Baresip>.comesIn() }

  @Test("is called: media go both ways, both sides hold, digits go both ways, and the host hangs up")
  func isCalled() async throws { try await PhoneCall<Baresip>.goesOut() }

  @Test("has media in both directions with each codec (RFC 3551, RFC 7587)", arguments: ["pcmu", "pcma", "g722", "opus"])
  func codec(_ name: String) async throws { try await PhoneCall<Baresip>.sounds(["codecs": .list([name])]) }

  @Test("has media in both directions with SRTP and keys in the description (RFC 3711, RFC 4568)")
  func encrypts() async throws { try await PhoneCall<Baresip>.sounds(["srtp": "sdes", "sdes-without-tls": true], .sdes) }

  @Test("has media in both directions with SRTP and keys by DTLS (RFC 5763, RFC 5764)")
  func shakesHands() async throws { try await PhoneCall<Baresip>.sounds(["srtp": "dtls"], .dtls) }

  @Test("calls with SRTP by DTLS: we answer its offer, through holds from both sides (RFC 5763 section 5)")
  func offersHandshake() async throws { try await PhoneCall<Baresip>.comesIn([:], PhoneSetup(encryption: .dtls)) }

  @Test("calls and is called over TLS with SRTP keys in the description (RFC 4568 section 7)", arguments: [true, false])
  func secure(isCaller: Bool) async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let settings = authority.account("tls").merging(["srtp": "sdes"]) { $1 }
    let setup = PhoneSetup(encryption: .sdes, authority: authority)
    if isCaller { try await PhoneCall<Baresip>.comesIn(settings, setup) } else { try await PhoneCall<Baresip>.goesOut(settings, setup) }
  }
}
