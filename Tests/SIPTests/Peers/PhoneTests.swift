import Hookswitch
import Testing

@Suite("Other people's phones", .enabled(if: PluginFolder.hasSIP), .serialized, .timeLimit(.minutes(5)))
struct PhoneTests {
  @Test("baresip calls: it hears and is heard, is held, holds, digits go both ways, and it hangs up", .enabled(if: Baresip.isThere))
  func baresipCalls() async throws { try await calls(Baresip.self) }

  @Test("linphone calls: it hears and is heard, is held, holds, digits go both ways, and it hangs up", .enabled(if: Linphone.isThere))
  func linphoneCalls() async throws { try await calls(Linphone.self) }

  @Test(
    "baresip is called: it hears and is heard, is held, holds, digits go both ways, and it is hung up on", .enabled(if: Baresip.isThere))
  func baresipIsCalled() async throws { try await isCalled(Baresip.self) }

  @Test(
    "linphone is called: it hears and is heard, is held, holds, digits go both ways, and it is hung up on", .enabled(if: Linphone.isThere))
  func linphoneIsCalled() async throws { try await isCalled(Linphone.self) }

  static let codecs = ["pcmu", "pcma", "g722", "opus"]

  @Test("each codec carries sound both ways to baresip (RFC 3551, RFC 7587)", .enabled(if: Baresip.isThere), arguments: codecs)
  func baresipCodec(_ codec: String) async throws { try await sounds(Baresip.self, ["codecs": .list([codec])]) }

  @Test("each codec carries sound both ways to linphone (RFC 3551, RFC 7587)", .enabled(if: Linphone.isThere), arguments: codecs)
  func linphoneCodec(_ codec: String) async throws {
    // Its G.722 says 6 dB less and hears 6 dB more than others' (baresip and we agree to the tenth).
    try await sounds(Linphone.self, ["codecs": .list([codec])], tolerance: codec == "g722" ? 8 : 2)
  }

  @Test("SRTP with keys in the description goes both ways with baresip (RFC 3711, RFC 4568)", .enabled(if: Baresip.isThere))
  func baresipEncrypts() async throws { try await sounds(Baresip.self, ["srtp": "sdes"], .sdes) }

  @Test("SRTP with keys in the description goes both ways with linphone (RFC 3711, RFC 4568)", .enabled(if: Linphone.isThere))
  func linphoneEncrypts() async throws { try await sounds(Linphone.self, ["srtp": "sdes"], .sdes) }

  // MARK: how a call goes

  private func calls<Phone: DeskPhone>(_: Phone.Type) async throws {
    try await SoundHost.with { home in
      let peer = try await Phone(.none)
      try peer.does(.dial(home.uri))
      let call = try await home.phone.incoming()
      #expect(home.phone.host.call(call)?.handle?.value.contains(peer.uri.dropFirst(4).prefix { $0 != "@" }) == true)
      try await home.phone.controller.answer(call).performed()
      try await peer.tells(.connected)
      try await walk(home, peer, call)
      try peer.does(.hangUp)
      #expect(try await home.phone.end(of: call).reason == .remoteEnded)
      try await home.hears(peer)
    }
  }

  private func isCalled<Phone: DeskPhone>(_: Phone.Type) async throws {
    try await SoundHost.with { home in
      let peer = try await Phone(.none)
      let call = try await home.phone.controller.start(Handle(parsing: peer.uri))
      try await peer.tells(.rings)
      try await home.phone.sees(call, .connecting)
      try peer.does(.answer)
      try await home.phone.sees(call, .active)
      try await walk(home, peer, call)
      try await home.phone.controller.end(call)
      #expect(try await home.phone.end(of: call).reason == .localEnded)
      try await peer.tells(.over)
      try await home.hears(peer)
    }
  }

  /// What is the same whoever called.
  private func walk<Phone: DeskPhone>(_ home: SoundHost, _ peer: Phone, _ call: CallID) async throws {
    try await home.hearsBothWays(peer)
    for digit in "5#" {
      try await home.phone.controller.playDTMF(call, String(digit)).performed()
      try await peer.tells(.digit(digit))
      try peer.does(.press(digit))
      let isHeard = await home.phone.events.first { $0 == .dtmfReceived(call, String(digit)) ? true : nil }
      try #require(isHeard == true, "the digit \(digit) is not heard")
    }
    try await home.phone.controller.hold(call).performed()
    try await home.heard.silence()
    try await home.phone.controller.resume(call).performed()
    try await home.hearsBothWays(peer)
    try peer.does(.hold)
    try await home.phone.sees(call, "held by the far end", \.isRemotelyHeld)
    try await peer.tells(.holds)
    if Phone.fallsSilentWhenHolding { try await home.heard.silence() }
    try peer.does(.resume)
    try await home.phone.sees(call, "resumed by the far end") { !$0.isRemotelyHeld }
    try await home.hearsBothWays(peer)
  }

  private func sounds<Phone: DeskPhone>(
    _: Phone.Type, _ settings: [String: Account.Value], _ encryption: PhoneEncryption = .none, tolerance: Double = 2
  ) async throws {
    try await SoundHost.with(settings) { home in
      let peer = try await Phone(encryption)
      let call = try await home.phone.controller.start(Handle(parsing: peer.uri))
      try await peer.tells(.rings)
      try peer.does(.answer)
      try await home.hearsBothWays(peer, tolerance: tolerance)
      try peer.does(.hangUp)
      #expect(try await home.phone.end(of: call).reason == .remoteEnded)
      try await home.hears(peer, tolerance: tolerance)
    }
  }
}
