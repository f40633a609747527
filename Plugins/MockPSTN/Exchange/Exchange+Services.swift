internal import TransportKit

/// Service codes such as `*72`, which a subscriber dials to control the exchange.
extension Exchange {
  /// Executes a service code, or refuses an unknown one.
  mutating func serve(_ code: String, _ call: Call) {
    let rest = String(code.dropFirst(3))
    switch code.prefix(3) {
    case "*70" where rest.isEmpty: hasCallWaiting = false
    case "*71" where rest.isEmpty: hasCallWaiting = settings.hasCallWaiting
    case "*72":
      guard case .number(let number) = plan.dialed(rest) else { return refuse(call) }
      ownForward = number
    case "*73" where rest.isEmpty: ownForward = nil
    case "*20", "*21":
      guard case .number(let number) = plan.dialed(rest) else { return refuse(call) }
      expect(
        Offer(
          info: introduction(number, isWithheld: code.hasPrefix("*21")), number: number,
          ringing: [.waitForNoAnswer, .hangUp(.noAnswer)], answered: subscriber(number)?.stepsOnceConnected ?? []),
        after: settings.toneDuration + .seconds(1))
    case "*90", "*91":
      guard let seconds = rest.isEmpty ? 5 : Int(rest), (1...600).contains(seconds) else { return refuse(call) }
      parties[call]?.follow([code.hasPrefix("*90") ? .cutLine(.seconds(seconds)) : .restart(.seconds(seconds))])
      return run(call)
    default: return refuse(call)
    }
    parties[call]?.follow([.proceed, .tone(.tone(.confirmation)), .hangUp(.normal)])
    run(call)
  }

  private mutating func refuse(_ call: Call) {
    parties[call]?.follow(Behaviour.unallocated)
    run(call)
  }
}
