import Testing

@Suite("ICE with phones", .enabled(if: PluginFolder.hasSIP && PhoneRoom.isThere), .serialized, .timeLimit(.minutes(3)))
struct ICETests {
  @Test("baresip calls with ICE, and we answer its checks (RFC 8445 section 6.1.1)", .enabled(if: Baresip.isThere))
  func baresipCalls() async throws { try await RoomCall<Baresip>.comesIn() }

  @Test("we call baresip, and it makes connectivity checks", .enabled(if: Baresip.isThere))
  func baresipIsCalled() async throws { try await RoomCall<Baresip>.goesOut() }

  @Test("linphone calls with ICE, and we answer its checks", .enabled(if: Linphone.isThere))
  func linphoneCalls() async throws { try await RoomCall<Linphone>.comesIn() }

  @Test(
    "we call linphone, which makes checks but nominates nothing: the addresses of the descriptions stay in use",
    .enabled(if: Linphone.isThere))
  func linphoneIsCalled() async throws { try await RoomCall<Linphone>.goesOut(nominates: false) }
}
