import Testing

@Suite("ICE with phones", .enabled(if: PluginFolder.hasSIP && PhoneRoom.isThere), .serialized, .timeLimit(.minutes(3)))
struct ICETests {
  @Test("baresip calls and looks for a way, and we answer its checks (RFC 8445 section 6.1.1)", .enabled(if: Baresip.isThere))
  func baresipCalls() async throws { try await RoomCall<Baresip>.comesIn() }

  @Test("we call baresip, and it looks for a way", .enabled(if: Baresip.isThere))
  func baresipIsCalled() async throws { try await RoomCall<Baresip>.goesOut() }

  @Test("linphone calls and looks for a way, and we answer its checks", .enabled(if: Linphone.isThere))
  func linphoneCalls() async throws { try await RoomCall<Linphone>.comesIn() }

  @Test(
    "we call linphone, which looks for ways and leaves the choice to us: the one of the descriptions holds",
    .enabled(if: Linphone.isThere))
  func linphoneIsCalled() async throws { try await RoomCall<Linphone>.goesOut(nominates: false) }
}
