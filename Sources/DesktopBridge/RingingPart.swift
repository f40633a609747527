internal import CallControl
internal import DoorKit
internal import StrictJSON

/// The program that rings: feedbackd or the host, never both.
struct RingingPart: Sendable {
  private enum Ringer: Sendable {
    case none, own, feedback
  }

  /// The time for which feedbackd tells of a waiting call, in seconds.
  private static let waitingTime: Int32 = 15
  private static let earlyLimit = 64

  private var ringer = Ringer.own
  /// True when feedbackd failed for the calls that ring now.
  private var hasFailed = false
  private var tone = Tone.quiet
  /// The number of the newest request to feedbackd.
  private var count = 0
  /// True while the newest request is in force.
  private var isTriggered = false
  /// feedbackd's number of the feedback in force; nil while the reply is awaited.
  private var feedback: UInt32?
  /// Feedbacks that ended before their number was known, with the reason.
  private var early: [UInt32: Int] = [:]
  /// The requests without a reply.
  private var awaited = 0
  private var ownPlays = true

  mutating func take(_ event: DesktopEvent, _ facts: DesktopFacts) -> [DesktopEffect] {
    var effects: [DesktopEffect] = []
    switch event {
    case .reply(.feedback(let number), let reply): effects += take(reply, of: number, facts)
    case .signal(let signal) where signal.member == "FeedbackEnded" && signal.sender == facts.owners[.feedback]:
      if let number = signal.values.first?.integer.flatMap({ UInt32(exactly: $0) }), signal.values.count > 1 {
        ended(number, reason: signal.values[1].integer ?? 0, facts)
      }
    case .owner(.feedback, nil), .bus(.session, isThere: false):
      // It may have crashed while it rang.
      if isTriggered { fail(facts) }
    case .settings:
      effects += stop()
      tone = .quiet
    default: break
    }
    return effects + update(facts)
  }

  /// Tells feedbackd of a missed call.
  func miss(_ facts: DesktopFacts) -> [DesktopEffect] {
    guard choice(facts) == .feedback else { return [] }
    return [.call(Self.trigger("phone-missed-call", [], time: -1, tag: nil))]
  }

  private func choice(_ facts: DesktopFacts) -> Ringer {
    switch facts.settings.ringing {
    case .off: .none
    case .own: .own
    case .feedbackd: facts.has(.feedback) ? .feedback : .none
    case .auto: facts.has(.feedback) && !hasFailed ? .feedback : .own
    }
  }

  private mutating func update(_ facts: DesktopFacts) -> [DesktopEffect] {
    var effects: [DesktopEffect] = []
    let new = facts.tone
    if new == .quiet { hasFailed = false }
    // The ringer stays for as long as calls ring, unless it fails.
    if tone == .quiet || new == .quiet || hasFailed { ringer = choice(facts) }
    if ringer != .feedback { effects += stop() }
    if ownPlays != (ringer == .own) {
      ownPlays = ringer == .own
      effects.append(.ownRingtone(ownPlays))
    }
    defer { tone = new }
    guard new != tone, ringer == .feedback else { return effects }
    effects += stop()
    guard new != .quiet else { return effects }
    count += 1
    (isTriggered, feedback, awaited) = (true, nil, awaited + 1)
    let isWaiting = new == .wait
    effects.append(
      .call(
        Self.trigger(
          "phone-incoming-call", isWaiting ? [BusEntry("profile", .text("quiet"))] : [], time: isWaiting ? Self.waitingTime : 0,
          tag: .feedback(count))))
    return effects
  }

  private static func trigger(_ event: String, _ hints: [BusEntry], time: Int32, tag: DesktopTag?) -> DesktopCall {
    DesktopCall(.feedback, "TriggerFeedback", [.text(desktopID), .text(event), .dictionary(hints), .int32(time)], tag: tag)
  }

  /// Ends the feedback in force.
  private mutating func stop() -> [DesktopEffect] {
    guard isTriggered else { return [] }
    isTriggered = false
    defer { feedback = nil }
    // Without a number yet, the reply ends it.
    return feedback.map { [end($0)] } ?? []
  }

  private func end(_ number: UInt32) -> DesktopEffect { .call(DesktopCall(.feedback, "EndFeedback", [.uint32(number)])) }

  private mutating func take(_ reply: DesktopReply, of request: Int, _ facts: DesktopFacts) -> [DesktopEffect] {
    let isCurrent = isTriggered && request == count
    awaited -= 1
    defer { if awaited == 0 { early = [:] } }
    guard let number = reply.values?.first?.integer.flatMap({ UInt32(exactly: $0) }) else {
      if isCurrent { fail(facts) }
      return []
    }
    guard isCurrent else {
      return early.removeValue(forKey: number) == nil ? [end(number)] : []
    }
    feedback = number
    if let reason = early.removeValue(forKey: number) { ended(number, reason: reason, facts) }
    return []
  }

  private mutating func ended(_ number: UInt32, reason: Int, _ facts: DesktopFacts) {
    guard isTriggered, number == feedback else {
      if awaited > 0, early.count < Self.earlyLimit { early[number] = reason }
      return
    }
    // -1: feedbackd has no feedback for the event.
    if reason == -1 { fail(facts) } else { (isTriggered, feedback) = (false, nil) }
  }

  private mutating func fail(_ facts: DesktopFacts) {
    (isTriggered, feedback) = (false, nil)
    hasFailed = facts.tone != .quiet
  }
}
