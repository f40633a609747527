internal import TransportKit

/// Call deflection (ETSI EN 300 207-1, ITU-T Q.952): our line sends a ringing call on, and the exchange forwards its caller.
extension Exchange {
  /// Forwards the caller of a ringing call to another number; the call leaves our line.
  ///
  /// - Throws: A `TransportError` when the exchange refuses; the call rings on then.
  mutating func deflect(_ call: Call, to text: String) throws(TransportError) {
    guard let party = parties[call] else { throw TransportError(.noSuchCall) }
    guard call.isIncoming, !party.isActive else { throw TransportError(.wrongState) }
    guard settings.hasCallDeflection else { throw refusal(.failed, "this line has no call deflection", .notSubscribed) }
    let number = try forwardingNumber(text)
    counters.deflected += 1
    parties[call]?.transferred = text
    forget(call)
    let steps = steps(toReach: number)
    past.change(call) { $0.reach(steps) }
  }

  /// Returns the number to forward to, in E.164.
  private func forwardingNumber(_ text: String) throws(TransportError) -> String {
    switch plan.dialed(text) {
    case nil: throw refusal(.invalid, "\(text) is not a number that can be dialed in \(plan.country.name)", .invalidNumber)
    case .service, .short: throw refusal(.invalid, "a call cannot be sent on to \(text), which is no subscriber's number", .invalidNumber)
    case .number(settings.number): throw refusal(.invalid, "\(text) is our own number", .invalidNumber)
    case .number(let number):
      guard let target = subscriber(number), target.steps != Behaviour.unallocated else {
        throw refusal(.failed, "\(presented(number)) is not in service", .unallocated)
      }
      return number
    }
  }

  /// Returns the steps that a call to this number takes; it is forwarded five times at most.
  private func steps(toReach number: String) -> [Step] {
    var done: [Step] = []
    var rest = subscriber(number)?.steps ?? []
    for _ in 0...5 {
      guard let place = rest.firstIndex(where: \.isForwarding), case .forward(let next) = rest[place] else { return done + rest }
      done += rest[..<place]
      rest = subscriber(next.utf8.count == 2 ? plan.builtIn(next) : next)?.steps ?? []
    }
    return done + [.hangUp(.routing)]
  }

  private func refusal(_ code: TransportError.Code, _ message: String, _ cause: Cause) -> TransportError {
    TransportError(code, message, cause: cause, native: Int32(cause.rawValue), domain: "q.850")
  }
}

extension Party {
  /// Takes the state of a caller at its new number: the number's script, up to the first step that takes time.
  mutating func reach(_ steps: [Step]) {
    (isEnded, isRinging) = (false, false)
    for step in steps {
      switch step {
      case .wait, .waitForNoAnswer, .tone: return
      case .ring: isRinging = true
      case .answer: isActive = true
      case .hangUp: isEnded = true
      default: break
      }
      if isActive || isEnded { return }
    }
  }
}

extension Step {
  /// True for a step that forwards the call.
  fileprivate var isForwarding: Bool { if case .forward = self { true } else { false } }
}

extension Cause {
  /// The line lacks the service (Q.850: requested facility not subscribed).
  fileprivate static let notSubscribed = Cause(rawValue: 50)
}
