internal import TransportKit

/// Ringing calls that we send on to another number.
extension Loopback: DeflectingTransport {
  func deflect(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    guard let leg = legs[call] else { throw TransportError(.noSuchCall) }
    if leg.faults.contains(.vanished) { return .pending }
    try requireInService(to)
    if entry(for: to.handle)?.faults.contains(.deafToStart) == true { return .pending }
    leg.transferred = to.handle
    signal(leg, .deflected(to))
    forget(leg)
    return .done
  }

  /// Throws unless a call can be sent on to this number.
  private func requireInService(_ to: CallInfo) throws(TransportError) {
    let number = to.handle
    guard to.kind != "tel" || isDialable(number) else {
      throw TransportError(.invalid, "not a telephone number: \(number)", cause: .invalidNumber, domain: "loopback")
    }
    guard !settings.ownNumbers.contains(number) else {
      throw TransportError(.invalid, "\(number) is our own number", cause: .invalidNumber, domain: "loopback")
    }
    if number == NumberPlan.testPeer { return }
    guard let entry = entry(for: number) else {
      if exchange[number] == nil { throw notInService(number) }
      return
    }
    switch entry.script.first {
    case .hangUp(.unallocated): throw notInService(number)
    case .hangUp(.congestion): throw TransportError(.network, "no circuit to \(number)", cause: .congestion, domain: "loopback")
    default: return
    }
  }

  private func notInService(_ number: String) -> TransportError {
    TransportError(.failed, "\(number) is not in service", cause: .unallocated, domain: "loopback")
  }

  /// Calls the number that the far end's instance sent our call on to.
  func redirect(_ leg: Leg, _ to: CallInfo) {
    disconnect(leg)
    var info = CallInfo(kind: to.kind, handle: to.handle)
    info.stated = [.handle, .name]
    // The audio came from the instance that has left: the host attaches it anew.
    if leg.sound != nil {
      info.flags.insert(.audioPort)
      info.stated.insert(.audioPort)
    }
    if let port = exchange[to.handle] {
      offer(leg.call, to, at: port, divertedFrom: leg.handle)
    } else if to.handle == NumberPlan.testPeer {
      legs[leg.call] = Leg(leg.call, to.kind, to.handle, .test)
    } else {
      let entry = entry(for: to.handle)
      legs[leg.call] = Leg(
        leg.call, to.kind, to.handle, .script, steps: entry?.script ?? [.hangUp(.unallocated)], faults: entry?.faults ?? [])
    }
    guard let next = legs[leg.call] else { return }
    (next.isMuted, next.sound) = (leg.isMuted, leg.sound)
    host.update(leg.call, info)
    run(next)
  }
}
