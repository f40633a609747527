internal import CallControl
internal import DoorKit
internal import StrictJSON

/// The music players, which pause during calls.
struct PlayersPart: Sendable {
  /// A player that the bridge paused.
  private struct Paused: Sendable {
    /// The unique name of its program.
    var program: String
    /// True when it was stopped, since it could not pause.
    var isStopped: Bool
  }

  private var isInCall = false
  /// Counts the beginnings and ends of calls, so that replies of an earlier one are known.
  private var turn = 0
  private var paused: [String: Paused] = [:]

  mutating func take(_ event: DesktopEvent, _ facts: DesktopFacts) -> [DesktopEffect] {
    switch event {
    case .reply(.players(turn), let reply) where isInCall: return look(at: reply.values?.first?.strings ?? [])
    case .reply(.playing(let name, turn), let reply) where isInCall: return pause(name, reply)
    case .reply(.paused(let name), .failed): return stop(name)
    case .reply(.stillPaused(let name, turn), let reply) where !isInCall: return resume(name, reply)
    case .signal(let signal): changed(signal)
    case .player(let name, let owner): if let known = paused[name], known.program != owner { paused[name] = nil }
    case .bus(.session, isThere: false): paused = [:]
    default: break
    }
    return update(facts)
  }

  private mutating func update(_ facts: DesktopFacts) -> [DesktopEffect] {
    let isBusy = facts.calls.contains { ![.requested, .screening].contains($0.state) }
    guard isBusy != isInCall else { return [] }
    isInCall = isBusy
    turn += 1
    guard isBusy else {
      return paused.keys.sorted().map {
        .call(Self.properties($0, "Get", [.text(MediaPlayer.interface), .text("PlaybackStatus")], tag: .stillPaused($0, turn)))
      }
    }
    guard facts.settings.players, facts.known.contains(.session) else { return [] }
    return [
      .call(
        DesktopCall(.session, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", tag: .players(turn)))
    ]
  }

  private static func properties(_ name: String, _ member: String, _ values: [BusDatum], tag: DesktopTag) -> DesktopCall {
    DesktopCall(.session, name, MediaPlayer.path, "org.freedesktop.DBus.Properties", member, values, tag: tag)
  }

  private static func call(_ name: String, _ member: String, tag: DesktopTag? = nil) -> DesktopEffect {
    .call(DesktopCall(.session, name, MediaPlayer.path, MediaPlayer.interface, member, tag: tag))
  }

  private func look(at names: [String]) -> [DesktopEffect] {
    // KDE Connect's players are those of a phone, which pauses them by itself.
    names.filter { $0.hasPrefix(MediaPlayer.prefix + ".") && !$0.lowercased().contains("kdeconnect") }.sorted().map {
      .call(Self.properties($0, "GetAll", [.text(MediaPlayer.interface)], tag: .playing($0, turn)))
    }
  }

  private mutating func pause(_ name: String, _ reply: DesktopReply) -> [DesktopEffect] {
    guard case .values(let values, let program) = reply, values.first?["PlaybackStatus"]?.string == "Playing" else { return [] }
    let isStopped = values.first?["CanPause"] == JSONValue.bool(false)
    paused[name] = Paused(program: program, isStopped: isStopped)
    return [isStopped ? Self.call(name, "Stop") : Self.call(name, "Pause", tag: .paused(name))]
  }

  private mutating func stop(_ name: String) -> [DesktopEffect] {
    guard paused[name] != nil else { return [] }
    paused[name]?.isStopped = true
    return [Self.call(name, "Stop")]
  }

  /// Forgets a player that a person has used.
  private mutating func changed(_ signal: DesktopSignal) {
    guard signal.member == "PropertiesChanged", signal.path == MediaPlayer.path, signal.values.count > 1,
      let status = signal.values[1]["PlaybackStatus"]?.string
    else { return }
    for (name, player) in paused where player.program == signal.sender && status != (player.isStopped ? "Stopped" : "Paused") {
      paused[name] = nil
    }
  }

  private mutating func resume(_ name: String, _ reply: DesktopReply) -> [DesktopEffect] {
    guard let player = paused.removeValue(forKey: name) else { return [] }
    guard reply.values?.first?.string == (player.isStopped ? "Stopped" : "Paused") else { return [] }
    return [Self.call(name, "Play")]
  }
}
