internal import CallControl
internal import DoorKit
internal import HostSurface
internal import StrictJSON

/// The machine's sleep: calls keep it awake, and a sleep that comes all the same waits until they have ended.
struct SleepPart: Sendable {
  /// The time for which calls may end before the machine sleeps; logind waits 5 s by default.
  static let patience = Duration.seconds(4)

  private enum Standing: Sendable {
    case free, asked, held
    /// logind refused; the next reason asks again.
    case refused
  }

  private var standing: [DesktopLock: Standing] = [:]
  private var wanted: Set<DesktopLock> = []
  /// True between the signals before and after a sleep.
  private var isSleeping = false
  /// True while the machine waits for the ends of calls.
  private var isEnding = false
  private var session: String?

  /// The result of an event: the effects, and the new state of the session's lock.
  mutating func take(_ event: DesktopEvent, _ facts: inout DesktopFacts) -> [DesktopEffect] {
    var effects: [DesktopEffect] = []
    switch event {
    case .bus(.system, isThere: false), .owner(.logind, nil):
      effects += DesktopLock.allCases.filter { standing[$0] == .held }.map { .release($0) }
      (standing, isSleeping, isEnding, session) = ([:], false, false, nil)
      facts.isLocked = false
    case .owner(.logind, .some):
      effects += DesktopLock.allCases.filter { standing[$0] == .held }.map { .release($0) }
      standing = [:]
      effects.append(.call(DesktopCall(.logind, "GetUser", [.uint32(facts.uid)], tag: .user)))
    case .reply(.lock(let lock), let reply): effects += take(reply, of: lock)
    case .reply(.user, let reply):
      if let path = reply.values?.first?.string { effects.append(Self.get(path, "User", "Display", tag: .display)) }
    case .reply(.display, let reply):
      // The session with the person's screen: (its id, its path).
      if let path = reply.values?.first?.array?.last?.string, path != "/" {
        session = path
        effects.append(Self.get(path, "Session", "LockedHint", tag: .hint))
      }
    case .reply(.hint, let reply): facts.isLocked = reply.values?.first == true
    case .signal(let signal) where signal.sender == facts.owners[.logind]: effects += take(signal, &facts)
    case .timer(.sleep): isEnding = false
    default: break
    }
    return effects + update(facts)
  }

  private static func get(_ path: String, _ interface: String, _ name: String, tag: DesktopTag) -> DesktopEffect {
    .call(
      DesktopCall(
        .system, DesktopService.logind.name, path, "org.freedesktop.DBus.Properties", "Get",
        [.text("org.freedesktop.login1." + interface), .text(name)], tag: tag))
  }

  private mutating func take(_ signal: DesktopSignal, _ facts: inout DesktopFacts) -> [DesktopEffect] {
    if signal.member == "PropertiesChanged", signal.path == session, signal.values.count > 1 {
      if case .bool(let isLocked)? = signal.values[1]["LockedHint"] { facts.isLocked = isLocked }
    }
    guard signal.member == "PrepareForSleep", case .bool(let begins)? = signal.values.first else { return [] }
    let hasSlept = isSleeping && !begins
    isSleeping = begins
    isEnding = begins && facts.settings.sleep && !facts.calls.isEmpty
    guard isEnding else { return hasSlept ? [.woke] : [] }
    let ends = facts.calls.map { call in
      DesktopEffect.ask(.callEnd, .object(of: ["call": .string(call.id), "origin": "client"]))
    }
    return ends + [.timer(.sleep, Self.patience)]
  }

  private mutating func update(_ facts: DesktopFacts) -> [DesktopEffect] {
    if facts.calls.isEmpty { isEnding = false }
    guard facts.owners[.logind] != nil else { return [] }
    var new: Set<DesktopLock> = []
    if facts.settings.sleep {
      if facts.calls.contains(where: { ![.ringing, .screening].contains($0.state) }) { new.insert(.block) }
      if !isSleeping || isEnding { new.insert(.delay) }
    }
    // A lock that logind refused is asked for again when it was not needed meanwhile.
    for lock in wanted.subtracting(new) where standing[lock] == .refused { standing[lock] = .free }
    wanted = new
    return DesktopLock.allCases.flatMap { change($0) }
  }

  private mutating func change(_ lock: DesktopLock) -> [DesktopEffect] {
    switch (standing[lock] ?? .free, wanted.contains(lock)) {
    case (.free, true):
      standing[lock] = .asked
      let values: [BusDatum] =
        lock == .block
        ? [.text("sleep:idle"), .text("Hookswitch"), .text("A call is up"), .text("block")]
        : [.text("sleep"), .text("Hookswitch"), .text("Calls end first"), .text("delay")]
      return [.call(DesktopCall(.logind, "Inhibit", values, tag: .lock(lock), lock: lock))]
    case (.held, false):
      standing[lock] = .free
      return [.release(lock)]
    case (.free, false), (.held, true), (.asked, _), (.refused, _): return []
    }
  }

  private mutating func take(_ reply: DesktopReply, of lock: DesktopLock) -> [DesktopEffect] {
    guard standing[lock] == .asked else { return reply.values == nil ? [] : [.release(lock)] }
    standing[lock] = reply.values == nil ? .refused : .held
    return []
  }
}
