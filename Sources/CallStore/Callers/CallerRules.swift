internal import CallControl

/// The rules J1 to J8 and N0 to N4, compiled; immutable, so that any thread reads it without a lock.
final class CallerRules: Sendable {
  /// A contact as the judge sees it.
  struct Contact: Hashable, Sendable {
    var id: Int64
    var isFavourite: Bool
    var isVIP: Bool
  }

  let handles: StoreHandles
  let blocks: BlockIndex
  /// The contacts by the keys of their handles.
  let contacts: [String: Contact]
  let doNotDisturb: DoNotDisturb
  /// The time zones of the schedules.
  let zones: ScheduleZones
  /// Emergency numbers in normal form (J2).
  let emergencyNumbers: Set<String>
  let directory: (any CallerDirectory)?

  init(
    handles: StoreHandles, blocks: BlockIndex = BlockIndex(), contacts: [String: Contact] = [:],
    doNotDisturb: DoNotDisturb = DoNotDisturb(),
    emergencyNumbers: Set<String> = [], directory: (any CallerDirectory)? = nil
  ) {
    self.handles = handles
    self.blocks = blocks
    self.contacts = contacts
    self.doNotDisturb = doNotDisturb
    zones = ScheduleZones(doNotDisturb.schedules)
    self.emergencyNumbers = emergencyNumbers
    self.directory = directory
  }

  /// Judges a caller; the steps are listed only on request.
  func judge(_ question: CallerQuestion, _ past: CallerPast, withSteps: Bool = false) -> CallerDecision {
    var judgement = Judgement(rules: self, question: question, past: past, isTold: withSteps)
    judgement.run()
    return judgement.decision
  }

  /// The judgement of one caller.
  private struct Judgement {
    let rules: CallerRules
    let past: CallerPast
    let line: LineID
    let time: WallTime
    let isTold: Bool
    let handle: Handle?
    let key: String?
    let contact: Contact?
    var decision = CallerDecision()
    var isDecided = false

    init(rules: CallerRules, question: CallerQuestion, past: CallerPast, isTold: Bool) {
      self.rules = rules
      self.past = past
      self.isTold = isTold
      line = question.line
      time = WallTime(question.date)
      handle = question.handle.map { rules.handles.normal($0) }
      key = question.handle.map { rules.handles.key(of: $0) }
      contact = key.flatMap { rules.contacts[$0] }
      decision.contact = contact?.id
    }

    mutating func note(_ rule: String, _ says: String, _ detail: String? = nil) {
      if isTold { decision.steps.append(CallerDecision.Step(rule: rule, says: says, detail: detail)) }
    }

    mutating func decide(_ rule: String, _ detail: String, _ ring: CallerDecision.Ring, isBlocked: Bool?, says: String? = nil) {
      note(rule, says ?? ring.rawValue, detail)
      decision.rule = "\(rule) \(detail)"
      decision.ring = ring
      decision.isBlocked = isBlocked
      if isBlocked == true { decision.refusal = .filteredByBlockList }
      isDecided = true
    }

    mutating func run() {
      if judgeEmergency() { return }
      judgeBlocks()
      if decision.refusal != nil { return }
      if isDecided { nameByDirectory() } else { judgeDirectory() }
      if decision.refusal != nil { return }
      judgeDoNotDisturb()
    }

    /// J1, J2: an emergency's callback and an emergency number ring in any case.
    private mutating func judgeEmergency() -> Bool {
      if let until = past.emergencyUntil, time < until {
        decide("J1", "until \(until)", .ring, isBlocked: false)
      } else {
        note("J1", "no")
        guard let handle, handle.type == .phoneNumber, rules.emergencyNumbers.contains(handle.value) else {
          note("J2", "no")
          return false
        }
        decide("J2", handle.value, .ring, isBlocked: false)
      }
      decision.letThroughBy = decision.rule
      return true
    }

    /// J3 to J6: the block rules.
    private mutating func judgeBlocks() {
      let isUnknown =
        contact == nil && !(key.map { past.hasDialled($0, since: time.advanced(byMilliseconds: -90 * CallerPast.day)) } ?? false)
      let caller = BlockIndex.Caller(handle, key: key, isUnknown: isUnknown, time: time)
      if let rule = rules.blocks.allowing(caller) {
        return decide("J3", "block:\(rule.id)", .ring, isBlocked: false, says: "notBlocked")
      }
      note("J3", "no")
      if apply(rules.blocks.exact(caller), "J4") { return }
      if apply(rules.blocks.partial(caller), "J5") { return }
      let general = rules.blocks
      _ = apply(general.general(.withheld, caller) ?? general.general(.unknown, caller) ?? general.general(.all, caller), "J6")
    }

    private mutating func apply(_ rule: BlockRule?, _ name: String) -> Bool {
      guard let rule, rule.effect != .allow else {
        note(name, "no")
        return false
      }
      let isSilence = rule.effect == .silence
      decide(name, "block:\(rule.id)", isSilence ? .silence : .refuse, isBlocked: !isSilence)
      return true
    }

    /// J7, J8: a known caller, and the directories.
    private mutating func judgeDirectory() {
      if let contact {
        return decide("J7", "contact:\(contact.id)", .ring, isBlocked: nil)
      }
      if let key, past.hasDialled(key, since: time.advanced(byMilliseconds: -30 * CallerPast.day)) {
        return decide("J7", "dialled", .ring, isBlocked: nil)
      }
      note("J7", "no")
      guard let directory = rules.directory, let handle, handle.type == .phoneNumber, let answer = directory.lookup(handle.value) else {
        return note("J8", "no")
      }
      (decision.label, decision.labelSource) = (answer.label, answer.labelSource)
      if answer.isBlocked { decide("J8", answer.directory, .refuse, isBlocked: true) } else { note("J8", "no", answer.directory) }
    }

    /// Names a caller who rings by a rule; whom J7 keeps from the directories has no label.
    private mutating func nameByDirectory() {
      guard contact == nil, let key, !past.hasDialled(key, since: time.advanced(byMilliseconds: -30 * CallerPast.day)),
        let directory = rules.directory, let handle, handle.type == .phoneNumber, let answer = directory.lookup(handle.value)
      else { return }
      (decision.label, decision.labelSource) = (answer.label, answer.labelSource)
    }

    /// N0 to N4: do-not-disturb, and the callers that it lets through.
    private mutating func judgeDoNotDisturb() {
      let settings = rules.doNotDisturb
      let active = settings.activity(at: time, on: line, rules.zones)
      note("N0", active == nil ? "no" : "active", active)
      let passes = [
        ("N1", contact?.isVIP == true ? contact.map { "contact:\($0.id)" } : nil),
        ("N2", settings.favourites && contact?.isFavourite == true ? contact.map { "contact:\($0.id)" } : nil),
        ("N3", settings.contacts ? contact.map { "contact:\($0.id)" } : nil),
        ("N4", isRepeated(within: settings.repeatWithin) ? "repeated" : nil),
      ]
      for (rule, detail) in passes {
        guard let detail, decision.letThroughBy == nil else {
          note(rule, decision.letThroughBy == nil ? "no" : "notAsked")
          continue
        }
        note(rule, "letThrough", detail)
        decision.letThroughBy = "\(rule) \(detail)"
      }
      guard let active, decision.letThroughBy == nil else { return }
      decision.ring = settings.effect == .refuse ? .refuse : .silence
      decision.rule = "N0 \(active)"
      if settings.effect == .refuse { decision.refusal = .filteredByDoNotDisturb }
    }

    private func isRepeated(within seconds: Double) -> Bool {
      guard seconds > 0, let key, let last = past.unanswered[key] else { return false }
      let distance = time.milliseconds - last
      return distance >= 0 && Double(distance) <= seconds * 1_000
    }
  }
}
