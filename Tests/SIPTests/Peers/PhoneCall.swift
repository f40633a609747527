import Hookswitch
import Testing

/// Calls between a host with audio and a phone.
enum PhoneCall<Phone: DeskPhone> {
  /// The phone calls, the test tries every feature, and the phone hangs up.
  ///
  /// - Parameter isReachable: True when it accepts requests outside its own connection.
  static func comesIn(
    _ settings: [String: Account.Value] = [:], _ setup: PhoneSetup = PhoneSetup(), isReachable: Bool = true
  ) async throws {
    try await SoundHost.with(settings) { home in
      let peer = try await Phone(setup)
      try peer.does(.dial(home.uri))
      let call = try await home.phone.incoming()
      #expect(home.phone.host.call(call)?.handle?.value.contains(peer.uri.dropFirst(4).prefix { $0 != "@" }) == true)
      try await home.phone.controller.answer(call).performed()
      try await peer.tells(.connected)
      try await walk(home, peer, call, holds: isReachable)
      try peer.does(.hangUp)
      #expect(try await home.phone.end(of: call).reason == .remoteEnded)
      try await home.hears(peer)
    }
  }

  /// The host calls the phone, the test tries every feature, and the host hangs up.
  static func goesOut(_ settings: [String: Account.Value] = [:], _ setup: PhoneSetup = PhoneSetup()) async throws {
    try await SoundHost.with(settings) { home in
      let peer = try await Phone(setup)
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

  /// Tries the features that do not depend on the caller.
  private static func walk(_ home: SoundHost, _ peer: Phone, _ call: CallID, holds: Bool = true) async throws {
    try await home.hearsBothWays(peer)
    for digit in "5#" {
      try await home.phone.controller.playDTMF(call, String(digit)).performed()
      try await peer.tells(.digit(digit))
      try peer.does(.press(digit))
      let isHeard = await home.phone.events.first { $0 == .dtmfReceived(call, String(digit)) ? true : nil }
      try #require(isHeard == true, "the digit \(digit) is not heard")
    }
    // The hold follows at once, and every digit must still arrive (M3).
    try await home.phone.controller.playDTMF(call, "123456").performed()
    if holds {
      try await home.phone.controller.hold(call).performed()
      try await arrive("123456", at: peer)
      try await home.heard.silence()
      try await home.phone.controller.resume(call).performed()
      try await home.hearsBothWays(peer)
    }
    if !holds { try await arrive("123456", at: peer) }
    try peer.does(.hold)
    try await home.phone.sees(call, "held by the far end", \.isRemotelyHeld)
    try await peer.tells(.holds)
    if Phone.fallsSilentWhenHolding { try await home.heard.silence() }
    try peer.does(.resume)
    try await home.phone.sees(call, "resumed by the far end") { !$0.isRemotelyHeld }
    try await home.hearsBothWays(peer)
  }

  /// Expects the phone to have received these digits, each once and in this order.
  private static func arrive(_ digits: String, at peer: Phone) async throws {
    for digit in digits {
      // It has reported a 5 before.
      try await peer.tells(.digit(digit), times: digit == "5" ? 2 : 1)
    }
    let heard = peer.process.output.entries.compactMap { line in (digits + "#").first { line.contains(Phone.words(for: .digit($0))) } }
    #expect(String(heard) == "5#" + digits)
  }

  /// The host calls the phone, and each receives the other's tone.
  static func sounds(
    _ settings: [String: Account.Value], _ encryption: PhoneEncryption = .none, tolerance: Double = 2
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
