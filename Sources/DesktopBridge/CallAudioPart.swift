internal import CallControl
internal import DoorKit

/// The audio of a phone, which callaudiod switches.
struct CallAudioPart: Sendable {
  private static let callMode: UInt32 = 1

  /// The values that callaudiod has; nil when it was not told.
  private var isInCall = false
  private var speaker: Bool?
  private var isMuted: Bool?

  mutating func take(_ event: DesktopEvent, _ facts: DesktopFacts) -> [DesktopEffect] {
    switch event {
    case .owner(.callAudio, _), .bus(.session, isThere: false):
      // A new program knows nothing of the calls.
      (isInCall, speaker, isMuted) = (false, nil, nil)
    default: break
    }
    guard facts.owners[.callAudio] != nil else { return [] }
    let line = facts.settings.callaudio ? facts.talkingLine : nil
    var effects: [DesktopEffect] = []
    if (line != nil) != isInCall {
      isInCall = line != nil
      effects.append(Self.call("SelectMode", .uint32(isInCall ? Self.callMode : 0)))
    }
    guard let line else {
      (speaker, isMuted) = (nil, nil)
      return effects
    }
    if let route = facts.routes[line], speaker != (route == "speaker") {
      speaker = route == "speaker"
      effects.append(Self.call("EnableSpeaker", .bool(route == "speaker")))
    }
    let front = facts.front(of: line).filter { $0.state == .active }
    let mutes = !front.isEmpty && front.allSatisfy(\.isMuted)
    if isMuted != mutes, !front.isEmpty || isMuted == true {
      isMuted = mutes
      effects.append(Self.call("MuteMic", .bool(mutes)))
    }
    return effects
  }

  private static func call(_ member: String, _ value: BusDatum) -> DesktopEffect { .call(DesktopCall(.callAudio, member, [value])) }
}
