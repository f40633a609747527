import Testing

/// Calls between `hookswitch run` and a phone with ICE, in a network namespace.
enum RoomCall<Phone: DeskPhone> {
  static func comesIn() async throws {
    let room = try await PhoneRoom(#""ice": false"#)
    let peer = try await Phone(PhoneSetup(room: room))
    try peer.does(.dial("sip:host@\(PhoneRoom.own)"))
    try await room.tells("incoming")
    try room.host.type("answer")
    try await room.tells("active")
    try await peer.tells(.foundWay)
    try await walk(room, peer)
    try peer.does(.hangUp)
    try await room.tells("ended")
    try await hears(peer)
  }

  /// The host calls the phone.
  ///
  /// - Parameter nominates: True when the phone takes the controlling role opposite an ICE lite caller (RFC 8445 section 6.1.1); linphone
  ///   does not.
  static func goesOut(nominates: Bool = true) async throws {
    let room = try await PhoneRoom(#""ice": true"#)
    let peer = try await Phone(PhoneSetup(room: room))
    try room.host.type("dial sip \(peer.uri)")
    try await peer.tells(.rings)
    try peer.does(.answer)
    try await room.tells("active")
    if nominates { try await peer.tells(.foundWay) }
    try await walk(room, peer)
    try room.host.type("end")
    try await peer.tells(.over)
    try await hears(peer)
  }

  /// Tries the features that do not depend on the caller.
  private static func walk(_ room: PhoneRoom, _ peer: Phone) async throws {
    try await hearsBothWays(room, peer)
    try room.host.type("hold")
    try await room.tells("held")
    try await room.heard.silence()
    try room.host.type("resume")
    try await hearsBothWays(room, peer)
    try peer.does(.hold)
    try await room.tells("remotelyHeld")
    try await peer.tells(.holds)
    try peer.does(.resume)
    try await room.tells("remotelyResumed")
    try await hearsBothWays(room, peer)
  }

  private static func hearsBothWays(_ room: PhoneRoom, _ peer: Phone) async throws {
    try await room.heard.tone(Phone.pitch, at: Phone.dBFS)
    if peer.recordsAtOnce { try await hears(peer) }
    // Waits for enough audio to analyse later.
    try await room.heard.grows(by: 48_000)
  }

  private static func hears(_ peer: Phone) async throws {
    let recording = try #require(peer.recording, "\(Phone.program) records nothing")
    try await GrowingRecording(file: recording).tone(SoundHost.pitch, at: ToneFile.dBFS, slack: .seconds(1))
  }
}
