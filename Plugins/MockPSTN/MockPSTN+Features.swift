internal import TransportKit

extension MockPSTN: HoldingTransport, MutingTransport, DTMFTransport, GroupingTransport, DeflectingTransport {
  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome {
    let party = try party(call)
    if party.faults.contains(.refusesHold) {
      throw TransportError(.failed, "\(party.number) refuses to be held", cause: .rejected, domain: "mock-pstn")
    }
    if party.faults.contains(.deafToChanges) { return .pending }
    exchange.setHeld(call, held)
    carryOut()
    return .done
  }

  func setMuted(_ call: Call, _ muted: Bool, action: Action) throws(TransportError) -> Outcome {
    if try party(call).faults.contains(.deafToChanges) { return .pending }
    exchange.setMuted(call, muted)
    carryOut()
    return .done
  }

  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome {
    if try party(call).faults.contains(.deafToChanges) { return .pending }
    if send(digits, on: call, action) { return .pending }
    host.fulfil(action)
    exchange.heard(digits, on: call)
    carryOut()
    return .pending
  }

  func setGroup(of call: Call, with other: Call?, action: Action) throws(TransportError) -> Outcome {
    if try party(call).faults.contains(.deafToChanges) { return .pending }
    try exchange.setGroup(of: call, with: other)
    carryOut()
    return .done
  }

  /// Deflects a ringing call, which ends here at once; a caller that has vanished hears no answer.
  func deflect(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    if try party(call).faults.contains(.vanished) { return .pending }
    try exchange.deflect(call, to: to.handle)
    carryOut()
    return .done
  }

  private func party(_ call: Call) throws(TransportError) -> Party {
    guard let party = exchange.parties[call] else { throw TransportError(.noSuchCall) }
    return party
  }
}

extension MockPSTN: LineTransport, ConfigurableTransport, DiagnosableTransport {
  static var configurationSchema: String { Settings.schema }

  func setRegistered(_ registered: Bool, action: Action) throws(TransportError) -> Outcome {
    host.fulfil(action)
    exchange.setRegistered(registered)
    carryOut()
    return .pending
  }

  func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome {
    let settings = try Settings(configuration)
    host.fulfil(action)
    exchange.apply(settings)
    if exchange.isActivated { describe() }
    carryOut()
    return .pending
  }

  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String {
    if let call { return try party(call).observation(tone: Int(sounds[call]?.task?.report.tone ?? 0)) }
    return "{\"calls\":\(exchange.parties.count),\(exchange.counters.json)}"
  }
}
