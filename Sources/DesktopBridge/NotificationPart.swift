internal import CallControl
internal import DoorKit
internal import HostSurface
internal import StrictJSON

/// The notifications: those that should be there, and those that a service shows.
struct NotificationPart: Sendable {
  /// The service that shows notifications.
  private enum Service: Equatable, Sendable {
    case none
    /// The bus has not told its services.
    case unknown
    /// The server did not answer; the next new notification asks it again.
    case silent
    /// The bus can start the notification server, which the first notification does.
    case startable
    /// The server, or the portal, is asked what it can do.
    case askingServer, askingPortal
    case server(Set<String>)
    case portal(Set<String>)
  }

  /// A notification at the service.
  private struct Shown: Sendable {
    var content: NoteContent
    /// The server's number; nil while it is not known, or the notification was closed.
    var number: UInt32?
    /// True while the reply to `Notify` is awaited.
    var isSending = false
    /// True when the content changed meanwhile.
    var isStale = false
    /// True when no notification should be there any more.
    var isUnwanted = false
    /// True after an action, with which some servers close the notification.
    var isUsed = false
  }

  /// The largest number of missed calls that are shown.
  private static let missedLimit = 20

  private var service = Service.unknown
  private var setting = DesktopSettings.Notifications.off
  /// The unique name of the notification server when the service was chosen.
  private var server: String?
  /// Counts the services, so that replies of an earlier one are known.
  private var turn = 0
  private var shown: [NoteKey: Shown] = [:]
  /// The calls that were answered while their notification was there.
  private var answered: Set<String> = []
  private var missed: [DesktopCallFacts] = []
  /// Notifications that the person closed.
  private var dismissed: [NoteKey: NoteContent.Kind] = [:]
  private(set) var questions = QuestionPart()

  // MARK: Events

  mutating func take(_ event: DesktopEvent, _ facts: DesktopFacts) -> [DesktopEffect] {
    var effects: [DesktopEffect] = []
    switch event {
    case .started, .settings, .activatable(.session, _), .bus(.session, _), .owner(.portal, _), .owner(.notifications, _):
      effects += choose(because: event, facts)
    case .reply(let tag, let reply): effects += take(reply, to: tag, facts)
    case .signal(let signal): effects += take(signal, facts)
    case .question(let number, let question):
      effects += questions.ask(number, question)
      if service == .none || isMute { effects += questions.fail() }
    case .hostEnds: effects += questions.fail()
    case .timer(.question(let number)): effects += questions.decide(number, isYes: false)
    case .answer(let tag, let answer): effects += questions.take(answer, to: tag)
    case .state(.missed, _, let value) where value?["unreadMissed"]?.integer == 0: missed = []
    default: break
    }
    return effects + update(facts)
  }

  /// Takes a call that the person missed.
  mutating func miss(_ call: DesktopCallFacts) {
    missed.removeAll { $0.id == call.id }
    missed.append(call)
    missed.removeFirst(max(0, missed.count - Self.missedLimit))
    dismissed[.call(call.id)] = nil
  }

  // MARK: The service

  /// Chooses the service anew, when the event is a reason to.
  private mutating func choose(because event: DesktopEvent, _ facts: DesktopFacts) -> [DesktopEffect] {
    let usesPortal = facts.settings.notifications == .portal || (facts.settings.notifications == .auto && facts.isSandboxed)
    switch event {
    case .owner(.portal, _) where !usesPortal: return []
    // The bus may tell an owner twice.
    case .owner(.notifications, let name) where isPortal || name == server: return []
    case .settings where setting == facts.settings.notifications: return []
    default: break
    }
    server = facts.owners[.notifications]
    let effects = setting == facts.settings.notifications ? [] : closeAll()
    setting = facts.settings.notifications
    turn += 1
    forgetShown()
    if setting != .off, case .bus(_, isThere: true) = event { service = .unknown }
    guard setting != .off, facts.known.contains(.session) else {
      if setting == .off || event.isBusLoss { service = .none }
      return effects + (service == .none ? questions.fail() : [])
    }
    guard usesPortal, facts.has(.portal) else { return effects + chooseServer(facts) }
    service = .askingPortal
    let portal = DesktopService.portal
    return effects + [
      // The portal takes the program's id from it; an older portal lacks it.
      .call(
        DesktopCall(
          .session, portal.name, portal.path, "org.freedesktop.host.portal.Registry", "Register", [.text(desktopID), .dictionary([])])),
      .call(
        DesktopCall(
          .session, portal.name, portal.path, "org.freedesktop.DBus.Properties", "GetAll", [.text(portal.interface)], tag: .portal(turn))),
    ]
  }

  /// True when the service has no buttons, without which a question has no answer.
  private var isMute: Bool { if case .server(let capabilities) = service { !capabilities.contains("actions") } else { false } }

  private var isPortal: Bool { if case .portal = service { true } else { false } }

  private mutating func chooseServer(_ facts: DesktopFacts) -> [DesktopEffect] {
    guard facts.owners[.notifications] != nil else {
      service = facts.has(.notifications) ? .startable : .none
      return service == .none ? questions.fail() : []
    }
    return askServer()
  }

  private mutating func askServer() -> [DesktopEffect] {
    service = .askingServer
    return [.call(DesktopCall(.notifications, "GetCapabilities", tag: .capabilities(turn)))]
  }

  /// Forgets the notifications of a service that is gone; they are shown again at the next one.
  private mutating func forgetShown() {
    shown = shown.filter { !$0.value.isUnwanted }
    shown = shown.mapValues { note in
      var note = note
      (note.number, note.isSending, note.isStale) = (nil, false, true)
      return note
    }
  }

  private mutating func closeAll() -> [DesktopEffect] {
    shown.keys.sorted(by: Self.isBefore).flatMap { close($0) }
  }

  // MARK: Replies

  private mutating func take(_ reply: DesktopReply, to tag: DesktopTag, _ facts: DesktopFacts) -> [DesktopEffect] {
    switch tag {
    case .capabilities(turn) where service == .askingServer:
      guard let capabilities = reply.values?.first?.strings else {
        service = facts.has(.notifications) ? .silent : .none
        return questions.fail()
      }
      service = .server(Set(capabilities))
      return isMute ? questions.fail() : []
    case .portal(turn) where service == .askingPortal:
      let categories = reply.values?.first?["SupportedOptions"]?["category"]?.strings ?? []
      guard reply.values?.first?["version"]?.integer ?? 0 >= 2, categories.contains(NoteContent.incomingCategory) else {
        return chooseServer(facts)
      }
      service = .portal(Set(categories))
      return []
    case .shown(let key, turn): return sent(key, reply)
    default: return []
    }
  }

  private mutating func sent(_ key: NoteKey, _ reply: DesktopReply) -> [DesktopEffect] {
    guard shown[key] != nil else { return [] }
    shown[key]?.isSending = false
    if let number = reply.values?.first?.integer.flatMap({ UInt32(exactly: $0) }) { shown[key]?.number = number }
    guard shown[key]?.isUnwanted == true else { return [] }
    return close(key)
  }

  // MARK: Showing

  /// Brings the notifications in line with the calls and questions.
  private mutating func update(_ facts: DesktopFacts) -> [DesktopEffect] {
    let wanted = wanted(facts)
    let keys = Set(wanted.map(\.key))
    var effects: [DesktopEffect] = []
    for key in shown.keys.sorted(by: Self.isBefore) where !keys.contains(key) { effects += close(key) }
    dismissed = dismissed.filter { keys.contains($0.key) }
    for (key, content) in wanted {
      if dismissed[key] == content.kind { continue }
      dismissed[key] = nil
      if shown[key]?.content != content {
        if shown[key] == nil {
          shown[key] = Shown(content: content)
          if service == .silent { service = .startable }
        }
        shown[key]?.content = content
        shown[key]?.isStale = true
      }
      shown[key]?.isUnwanted = false
      effects += send(key)
    }
    return effects
  }

  private mutating func send(_ key: NoteKey) -> [DesktopEffect] {
    guard let note = shown[key], note.isStale, !note.isSending else { return [] }
    let call: DesktopCall
    switch service {
    case .none, .unknown, .silent, .askingServer, .askingPortal: return []
    case .startable: return askServer()
    case .server(let capabilities):
      call = note.content.notify(replacing: note.number ?? 0, capabilities, tag: .shown(key, turn))
    case .portal(let categories): call = note.content.add(as: Self.name(key), categories, tag: .shown(key, turn))
    }
    shown[key]?.isSending = true
    shown[key]?.isStale = false
    return [.call(call)]
  }

  private mutating func close(_ key: NoteKey) -> [DesktopEffect] {
    guard let note = shown[key] else { return [] }
    if note.isSending {
      // The number comes with the reply.
      shown[key]?.isUnwanted = true
      return []
    }
    shown[key] = nil
    switch service {
    case .portal: return [.call(DesktopCall(.portal, "RemoveNotification", [.text(Self.name(key))]))]
    case .server: return note.number.map { [.call(DesktopCall(.notifications, "CloseNotification", [.uint32($0)]))] } ?? []
    case .none, .unknown, .silent, .startable, .askingServer, .askingPortal: return []
    }
  }

  /// The notifications that should be there, the oldest first.
  private mutating func wanted(_ facts: DesktopFacts) -> [(key: NoteKey, content: NoteContent)] {
    let hidesNames = facts.isLocked && !facts.settings.lockedNames
    let calls = facts.calls
    answered.formIntersection(calls.map(\.id))
    var wanted = missed.map { (key: NoteKey.call($0.id), content: NoteContent(missed: $0, hidesNames: hidesNames)) }
    for call in calls {
      let key = NoteKey.call(call.id)
      switch call.state {
      case .ringing where call.isIncoming:
        wanted.append((key, NoteContent(incoming: call, hasChoices: facts.hasCallsInTheWay(of: call), hidesNames: hidesNames)))
      case .answering:
        // It stays as it is until the call is active.
        if let present = shown[key]?.content { wanted.append((key, present)) }
      case .active, .held:
        if shown[key] != nil || dismissed[key] != nil { answered.insert(call.id) }
        if answered.contains(call.id) { wanted.append((key, NoteContent(active: call, hidesNames: hidesNames))) }
      case .requested, .dialing, .connecting, .screening, .ringing, .ending, .ended: break
      }
    }
    // A call that has left its line keeps its notification until its end is told, which may make it a missed one.
    for call in facts.vanished { if let present = shown[.call(call.id)]?.content { wanted.append((.call(call.id), present)) } }
    for entry in questions.entries { wanted.append((.question(entry.number), NoteContent(entry.question))) }
    return wanted
  }

  private static func name(_ key: NoteKey) -> String {
    switch key {
    case .call(let id): "call-\(id)"
    case .question(let number): "question-\(number)"
    }
  }

  private static func isBefore(_ a: NoteKey, _ b: NoteKey) -> Bool { name(a) < name(b) }

  // MARK: The person

  private mutating func take(_ signal: DesktopSignal, _ facts: DesktopFacts) -> [DesktopEffect] {
    switch (service, signal.member) {
    case (.server, "ActionInvoked"), (.server, "NotificationClosed"):
      // A program that is not the server could answer calls otherwise.
      guard signal.sender == facts.owners[.notifications], signal.path == DesktopService.notifications.path,
        let number = signal.values.first?.integer.flatMap({ UInt32(exactly: $0) }), signal.values.count >= 2,
        let key = shown.first(where: { $0.value.number == number })?.key
      else { return [] }
      if let action = signal.values[1].string { return press(action, on: key, facts) }
      return closed(key, reason: signal.values[1].integer ?? 0)
    case (.portal, "ActionInvoked"):
      guard signal.sender == facts.owners[.portal], let name = signal.values.first?.string, signal.values.count >= 2,
        let action = signal.values[1].string, let key = shown.keys.first(where: { Self.name($0) == name })
      else { return [] }
      return press(action, on: key, facts)
    default: return []
    }
  }

  /// Takes the end of a notification: 1 expired, 2 closed by the person, 3 closed by the host.
  private mutating func closed(_ key: NoteKey, reason: Int) -> [DesktopEffect] {
    guard let note = shown[key] else { return [] }
    shown[key]?.number = nil
    if note.isUsed {
      // The server closes with an action; the next change shows it again.
      shown[key]?.isUsed = false
      return []
    }
    guard reason != 3 else { return [] }
    dismissed[key] = note.content.kind
    shown[key] = nil
    if case .call(let id) = key { missed.removeAll { $0.id == id } }
    guard case .question(let number) = key else { return [] }
    return questions.withdraw(number)
  }

  /// Does what a button says.
  private mutating func press(_ action: String, on key: NoteKey, _ facts: DesktopFacts) -> [DesktopEffect] {
    // Only the buttons of the present content count.
    guard let content = shown[key]?.content, content.buttons.contains(where: { $0.name == action }) else { return [] }
    shown[key]?.isUsed = true
    switch key {
    case .question(let number): return questions.decide(number, isYes: action == "call" || action == "allow")
    case .call(let id):
      if content.kind == .missed {
        guard let call = missed.first(where: { $0.id == id }) else { return [] }
        missed.removeAll { $0.id == id }
        return DesktopRequest.missed(action, call)
      }
      return DesktopRequest.live(action, id)
    }
  }
}

extension DesktopEvent {
  /// True when the session bus is gone.
  fileprivate var isBusLoss: Bool { if case .bus(.session, isThere: false) = self { true } else { false } }
}
