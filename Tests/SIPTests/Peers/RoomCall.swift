import Testing

/// Calls between `hookswitch run` and a phone that looks for ways by ICE, in a network of their own.
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

  /// - Parameter nominates: whether the phone takes the part of who chooses where the caller cannot (RFC 8445 section 6.1.1): linphone does not.
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

  /// What is the same whoever called.
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
    // What it keeps to itself for now becomes long enough to judge by.
    try await room.heard.grows(by: 48_000)
  }

  private static func hears(_ peer: Phone) async throws {
    let recording = try #require(peer.recording, "\(Phone.program) records nothing")
    try await GrowingRecording(file: recording).tone(SoundHost.pitch, at: ToneFile.dBFS, slack: .seconds(1))
  }
}
