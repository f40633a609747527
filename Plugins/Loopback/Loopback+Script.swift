internal import TransportKit

extension Loopback {
  /// Runs the far end's script until a step waits or the script ends.
  func run(_ leg: Leg) {
    while leg.next < leg.steps.count {
      let step = leg.steps[leg.next]
      // A step that takes time runs twice: it first starts its timer, and completes once the timer has fired.
      let delay = leg.timer == nil ? delay(before: step) : .zero
      if delay > .zero {
        leg.timer = host.after(delay) { [unowned self, unowned leg] in run(leg) }
        if leg.timer != nil { return }
      }
      leg.timer = nil
      leg.next += 1
      perform(step, leg)
    }
  }

  private func delay(before step: Step) -> Duration {
    switch step {
    case .wait(let duration): duration
    case .waitForNoAnswer: settings.noAnswerAfter
    case .connecting: settings.connectingAfter
    case .answer: settings.connectedAfter
    default: .zero
    }
  }

  private func perform(_ step: Step, _ leg: Leg) {
    switch step {
    case .wait, .waitForNoAnswer: break
    case .connecting: host.report(leg.call, .connecting)
    case .ring: ring(leg)
    case .earlyMedia:
      leg.hasEarlyMedia = true
      host.report(leg.call, .earlyMedia)
    case .answer: answered(leg)
    case .hold: setHeldByFarEnd(leg, true)
    case .resume: setHeldByFarEnd(leg, false)
    case .digits(let digits): host.digits(leg.call, digits)
    case .hangUp(let cause): hangUp(leg, cause)
    case .answerElsewhere:
      forget(leg)
      host.ended(leg.call, .answeredElsewhere)
    case .callBack(let steps): callBack(leg, steps)
    }
  }

  /// Reports that the far end rings.
  func ring(_ leg: Leg) {
    leg.isRinging = true
    host.report(leg.call, .ringing)
  }

  /// Reports that the far end has answered our call.
  func answered(_ leg: Leg) {
    leg.isActive = true
    host.report(leg.call, .active)
  }

  /// Reports that the far end holds or resumes us.
  func setHeldByFarEnd(_ leg: Leg, _ held: Bool) {
    leg.isHeldByFarEnd = held
    host.report(leg.call, held ? .heldByFarEnd : .resumedByFarEnd)
  }

  /// Ends the call for the far end or the network, and reports it.
  func hangUp(_ leg: Leg?, _ cause: Cause) {
    guard let leg else { return }
    leg.cause = cause
    forget(leg)
    switch cause {
    case .normal:
      host.ended(leg.call, .remote)
    case .busy:
      host.ended(leg.call, .remote, TransportError(.failed, "\(leg.handle) is busy", cause: cause, domain: "loopback"))
    case .rejected:
      host.ended(leg.call, .remote, TransportError(.failed, "\(leg.handle) declined", cause: cause, domain: "loopback"))
    case .noAnswer:
      host.ended(leg.call, .unanswered, TransportError(.timedOut, "no answer", cause: cause, domain: "loopback"))
    case .unallocated:
      host.ended(leg.call, .failed, TransportError(.failed, "\(leg.handle) is not in service", cause: cause, domain: "loopback"))
    case .congestion:
      host.ended(leg.call, .failed, TransportError(.network, "no circuit to \(leg.handle)", cause: cause, domain: "loopback"))
    default:
      host.ended(leg.call, .failed, TransportError(.network, "\(leg.handle) cannot be reached", cause: cause, domain: "loopback"))
    }
  }

  private func callBack(_ leg: Leg, _ steps: [Step]) {
    callBack(leg.kind, leg.handle, steps, at: host.now + 1_000_000_000)
  }

  /// Has a number call us at a time of the host's clock.
  func callBack(_ kind: String, _ handle: String, _ steps: [Step], at time: UInt64) {
    lastCallBack += 1
    let key = lastCallBack
    let timer = host.at(time) { [unowned self] in
      callBacks[key] = nil
      var info = CallInfo(kind: kind, handle: handle, displayName: "Calling back")
      info.localHandle = settings.ownNumbers.first ?? ""
      guard isRegistered, let call = host.incoming(info) else { return }
      let leg = Leg(call, kind, handle, .script, steps: steps)
      legs[call] = leg
      run(leg)
    }
    if let timer { callBacks[key] = CallBack(kind: kind, handle: handle, steps: steps, timer: timer) }
  }
}
