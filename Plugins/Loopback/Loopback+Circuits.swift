internal import Synchronization
internal import TransportKit

/// Calls between two instances, or from one to itself: each end lives on its own instance's loop, and they exchange signals.
extension Loopback {
  /// Calls the instance that owns the number.
  ///
  /// - Parameter dialed: The handle that the caller dialed, if the call was sent on from there; else empty.
  func offer(_ call: Call, _ to: CallInfo, at port: Port<Loopback>, divertedFrom dialed: String = "") {
    // Take both ids, one for each end, from the shared source, so that they are unique in this process.
    let near = exchange.newOwner()
    let far = exchange.newOwner()
    let wire = Wire()
    let leg = Leg(call, to.kind, to.handle, .instance(end: far), end: near, wire: wire)
    legs[call] = leg
    circuits[near] = leg
    circuitEnds.take([near], for: near, host.port(to: self))
    circuitEnds.take([far], for: far, port)
    let from = introduction(to, divertedFrom: dialed)
    let token = SignalUnderWay()
    let isSent = port.post { callee in withExtendedLifetime(token) { callee.offered(from, end: far, callerEnd: near, wire) } }
    if !isSent { lost(leg) }
  }

  /// Returns the caller identification that the callee sees.
  private func introduction(_ to: CallInfo, divertedFrom dialed: String) -> CallInfo {
    var from = CallInfo(kind: to.kind, handle: settings.ownNumbers.first ?? "", displayName: settings.name)
    from.localHandle = to.handle
    from.divertedFrom = dialed
    from.presentation = from.handle.isEmpty ? .unavailable : .allowed
    return from
  }

  /// Takes a call from another instance to a number of ours.
  private func offered(_ from: CallInfo, end: UInt64, callerEnd: UInt64, _ wire: Wire) {
    guard isRegistered, let call = host.incoming(from) else {
      _ = Self.post(.released(.busy), to: callerEnd)
      return
    }
    let leg = Leg(call, from.kind, from.handle, .instance(end: callerEnd), end: end, wire: wire)
    legs[call] = leg
    circuits[end] = leg
  }

  /// Sends a signal to the far end, if that is an instance.
  func signal(_ leg: Leg, _ signal: Signal) {
    guard case .instance(let end) = leg.farEnd else { return }
    if !Self.post(signal, to: end) { lost(leg) }
  }

  /// Sends a signal to an end of a circuit; false when its instance is gone.
  private static func post(_ signal: Signal, to end: UInt64) -> Bool {
    let token = SignalUnderWay()
    return circuitEnds[end]?.post { instance in withExtendedLifetime(token) { instance.receive(signal, at: end) } } ?? false
  }

  /// Forgets our end of a call's circuit, after its last signal.
  func disconnect(_ leg: Leg) {
    guard leg.end != 0 else { return }
    circuits[leg.end] = nil
    circuitEnds.release(leg.end)
    circuitEnds.release(leg.farEnd.end)
  }

  /// Ends the call because the instance at the far end is gone.
  ///
  /// In a later turn of the loop, because the caller of ``signal(_:_:)`` is still changing the call.
  private func lost(_ leg: Leg) {
    let end = leg.end
    let token = SignalUnderWay()
    host.port(to: self).post { instance in withExtendedLifetime(token) { instance.receive(.released(.outOfOrder), at: end) } }
  }

  private func receive(_ signal: Signal, at end: UInt64) {
    guard let leg = circuits[end] else { return }
    switch signal {
    case .ringing:
      leg.isRinging = true
      host.report(leg.call, .connecting)
      host.report(leg.call, .ringing)
    case .answered(let action):
      answered(leg)
      self.signal(leg, .acknowledged(action))
    case .held(let held, let action):
      setHeldByFarEnd(leg, held)
      self.signal(leg, .acknowledged(action))
    case .acknowledged(let action):
      host.fulfil(action)
    case .digits(let digits):
      host.digits(leg.call, digits)
    case .deflected(let to):
      redirect(leg, to)
    case .released(let cause):
      hangUp(leg, cause)
    }
  }
}

/// A signal between two instances of this process that has not arrived.
final class SignalUnderWay: Sendable {
  private static let count = Atomic(0)

  /// True while one exists.
  static var exists: Bool { count.load(ordering: .acquiring) > 0 }

  init() { Self.count.add(1, ordering: .relaxed) }
  deinit { Self.count.subtract(1, ordering: .releasing) }
}

/// The instances at the ends of the circuits of this process; each end is an owner of its own.
let circuitEnds = Registry<UInt64, Port<Loopback>>()
