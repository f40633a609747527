internal import TransportKit

extension Loopback: HoldingTransport, MutingTransport, DTMFTransport, GroupingTransport {
  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome {
    guard let leg = legs[call] else { throw TransportError(.noSuchCall) }
    if leg.faults.contains(.refusesHold) {
      throw TransportError(.failed, "\(leg.handle) refuses to be held", cause: .rejected, domain: "loopback")
    }
    if leg.faults.contains(.deafToChanges) { return .pending }
    let isNews = leg.isHeld != held
    leg.isHeld = held
    guard isNews, leg.isBetweenInstances else { return .done }
    signal(leg, .held(held, action))
    return .pending
  }

  func setMuted(_ call: Call, _ muted: Bool, action: Action) throws(TransportError) -> Outcome {
    guard let leg = legs[call] else { throw TransportError(.noSuchCall) }
    if leg.faults.contains(.deafToChanges) { return .pending }
    leg.isMuted = muted
    return .done
  }

  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome {
    guard let leg = legs[call] else { throw TransportError(.noSuchCall) }
    if leg.faults.contains(.deafToChanges) { return .pending }
    leg.digits += digits
    signal(leg, .digits(digits))
    return .done
  }

  func setGroup(of call: Call, with other: Call?, action: Action) throws(TransportError) -> Outcome {
    guard let leg = legs[call] else { throw TransportError(.noSuchCall) }
    if leg.faults.contains(.deafToChanges) { return .pending }
    guard let other else {
      leave(leg)
      return .done
    }
    guard let partner = legs[other] else { throw TransportError(.noSuchCall) }
    if partner.group == 0 {
      lastGroup += 1
      partner.group = lastGroup
    }
    if leg.group != partner.group { leave(leg) }
    leg.group = partner.group
    return .done
  }

  /// Takes the call out of its group, and dissolves a group of one.
  func leave(_ leg: Leg) {
    guard leg.group != 0 else { return }
    let rest = legs.values.filter { $0.group == leg.group && $0 !== leg }
    leg.group = 0
    if rest.count == 1 { rest[0].group = 0 }
  }
}

extension Loopback: LineTransport, ConfigurableTransport {
  static var configurationSchema: String { Settings.schema }

  func setRegistered(_ registered: Bool, action: Action) throws(TransportError) -> Outcome {
    if registered { try claimNumbers(settings) } else { exchange.release(owner) }
    isRegistered = registered
    host.fulfil(action)
    host.line(registered ? .ready : .down)
    return .pending
  }

  func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome {
    let new = try Settings(configuration)
    if isActivated, isRegistered { try claimNumbers(new) }
    settings = new
    if isActivated {
      host.fulfil(action)
      describe()
    }
    return .done
  }
}
