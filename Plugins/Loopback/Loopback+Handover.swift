internal import TransportKit

/// The handover of calls to another version: every far end lives in this plugin, so all of its state crosses.
extension Loopback: HandoverTransport {
  static var handoverWays: Set<HandoverWay> { [.calls] }
  static var handoverFormat: UInt32 { 1 }

  /// The most calls, of each kind, in a parcel.
  private static var mostCalls: Int { 65_536 }

  func give(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError) {
    // A signal is a function on the way to a loop, which cannot cross; it arrives in the next turn.
    guard !SignalUnderWay.exists else { throw TransportError(.busy) }
    parcel.write(isRegistered)
    parcel.write(lastGroup)
    parcel.write(list: callBacks.sorted { $0.key < $1.key }) { _, back in
      parcel.write(host.due(back.timer) ?? host.now)
      parcel.write(back.kind)
      parcel.write(back.handle)
      Step.write(back.steps, to: parcel)
    }
    for list in [Array(legs.values), Array(past.values)] {
      parcel.write(list: list.sorted { $0.call.id < $1.call.id }) { $0.write(to: parcel, due: host.due($0.timer)) }
    }
  }

  func take(_ way: HandoverWay, _ parcel: ParcelReader) throws(TransportError) {
    let isRegistered = try parcel.boolean()
    let lastGroup = try parcel.integer(in: 0...Int.max / 2)
    let backs = try parcel.list(atMost: Self.mostCalls, each: 20) { () throws(TransportError) in
      (due: try parcel.integer(UInt64.self), kind: try parcel.text(), handle: try parcel.text(), steps: try Step.list(from: parcel))
    }
    let current = try read(from: parcel)
    let ended = try read(from: parcel)
    let known = Set(parcel.calls)
    for (leg, _) in current {
      try parcel.check(known.contains(leg.call), "there is no call \(leg.call.id)")
      try parcel.check(!leg.isEnded && leg.group <= lastGroup, "call \(leg.call.id) has ended, or is in no group")
    }
    try parcel.check(Set(current.map(\.leg.call)) == known && current.count == known.count, "the calls are not those of the host")
    let ends = current.map(\.leg.end).filter { $0 != 0 }
    try parcel.check(Set(ends).count == ends.count, "a circuit is in the parcel twice")

    (self.isRegistered, self.lastGroup, hasTaken) = (isRegistered, lastGroup, true)
    for back in backs { callBack(back.kind, back.handle, back.steps, at: back.due) }
    for (leg, _) in ended { past.keep(leg, of: leg.call) }
    for (leg, due) in current {
      legs[leg.call] = leg
      if leg.end != 0 { join(leg) }
      guard let due else { continue }
      leg.timer = host.at(due) { [unowned self, unowned leg] in
        if leg.faults.contains(.vanished) { hangUp(leg, .noResponse) } else { run(leg) }
      }
    }
  }

  func settle(_ outcome: HandoverOutcome, as side: HandoverSide) {
    switch (outcome, side) {
    case (.taken, .old):
      // The other version has them: nothing of them may reach another instance.
      legs = [:]
      circuits = [:]
      past.removeAll()
      callBacks = [:]
    case (.taken, .new):
      hasTaken = false
      for leg in legs.values { rejoinedWires.release(leg.end) }
    default: break
    }
  }

  private func read(from parcel: ParcelReader) throws(TransportError) -> [(leg: Leg, due: UInt64?)] {
    try parcel.list(atMost: Self.mostCalls, each: 60) { () throws(TransportError) in try Leg.read(from: parcel) }
  }

  /// Connects our end of a circuit that the former version has built.
  private func join(_ leg: Leg) {
    exchange.reserve(max(leg.end, leg.farEnd.end))
    circuits[leg.end] = leg
    leg.wire = Wire.shared(by: leg.call.isIncoming ? leg.farEnd.end : leg.end, for: leg.end)
    circuitEnds.take([leg.end], for: leg.end, host.port(to: self))
  }
}
