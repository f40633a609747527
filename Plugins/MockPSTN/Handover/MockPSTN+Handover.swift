internal import TransportKit

/// The handover of calls to another version: the exchange and every far end live in this plugin, so all of their state crosses.
extension MockPSTN: HandoverTransport {
  static var handoverWays: Set<HandoverWay> { [.calls] }
  static var handoverFormat: UInt32 { 1 }

  func give(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError) {
    exchange.write(to: parcel)
    parcel.write(list: timers.compactMap { name, timer in host.due(timer).map { (name, $0) } }.sorted { $0.1 < $1.1 }) { name, due in
      name.write(to: parcel)
      parcel.write(due)
    }
    let lines = sounds.filter { exchange.parties[$0.key] != nil }.sorted { $0.key.id < $1.key.id }
    parcel.write(UInt32(lines.count))
    for (call, line) in lines {
      // Another process writes the file from now on.
      for recording in line.recordings { recording.finish() }
      parcel.write(call)
      try line.write(to: parcel)
    }
  }

  func take(_ way: HandoverWay, _ parcel: ParcelReader) throws(TransportError) {
    let exchange = try Exchange(self.exchange.settings, from: parcel)
    let due = try parcel.list(atMost: 200_000, each: 9) { () throws(TransportError) in
      (try ExchangeTimer(from: parcel), try parcel.integer(UInt64.self))
    }
    var sounds: [Call: LineSound] = [:]
    for _ in 0..<(try parcel.integer(UInt32.self, in: 0...UInt32(parcel.calls.count))) {
      sounds[try parcel.call()] = try LineSound(from: parcel, library, exchange.plan.country) { [weak host] in host?.log(.warning, $0) }
    }
    (self.exchange, self.sounds, hasTaken) = (exchange, sounds, true)
    for (name, time) in due { start(name, at: time) }
  }

  func settle(_ outcome: HandoverOutcome, as side: HandoverSide) {
    switch (outcome, side) {
    case (.taken, .old):
      for line in sounds.values { for recording in line.recordings { recording.abandon() } }
      sounds = [:]
      exchange = Exchange(exchange.settings)
      timers = [:]
    case (.taken, .new):
      hasTaken = false
      // Audio that the host has not attached again is detached.
      for call in sounds.keys.sorted(by: { $0.id < $1.id }) where sounds[call]?.resumed != nil { detach(call) }
    default: break
    }
  }
}
