internal import TransportKit

// The form of the exchange in a parcel. Its settings come with the configuration.

extension Exchange {
  /// The most entries of each table.
  private static let most = 65_536

  func write(to parcel: ParcelWriter) {
    parcel.write(random.state)
    parcel.write(lastCallBack)
    parcel.write(lastGroup)
    parcel.write(scheduled)
    for number in counters.all { parcel.write(number) }
    for mark in [isRegistered, isInTrouble, hasCallWaiting] { parcel.write(mark) }
    parcel.write(optional: ownForward) { parcel.write($0) }
    parcel.write(list: callBacks.sorted { $0.key < $1.key }) { key, offer in
      parcel.write(key)
      parcel.write(offer.info)
      parcel.write(offer.number)
      Step.write(offer.ringing, to: parcel)
      Step.write(offer.answered, to: parcel)
    }
    for list in [Array(parties.values), Array(past.values)] {
      parcel.write(list: list.sorted { $0.call.id < $1.call.id }) { $0.write(to: parcel) }
    }
  }

  /// Reads the exchange of a line that is active.
  init(_ settings: Settings, from parcel: ParcelReader) throws(TransportError) {
    self.init(settings)
    random = SeededRandom(seed: try parcel.integer())
    // Far from the ends of the numbers, so that counting on never overflows.
    let largest = Int.max / 2
    lastCallBack = try parcel.integer(in: 0...UInt64(largest))
    lastGroup = try parcel.integer(in: 0...largest)
    scheduled = try parcel.integer(in: 0...largest)
    for counter in Counters.places { counters[keyPath: counter] = try parcel.integer(in: 0...largest) }
    isRegistered = try parcel.boolean()
    isInTrouble = try parcel.boolean()
    hasCallWaiting = try parcel.boolean()
    isActivated = true
    ownForward = try parcel.optional { () throws(TransportError) in try parcel.text() }
    for (key, offer) in try parcel.list(
      atMost: Self.most, each: 60,
      { () throws(TransportError) in
        (
          try parcel.integer(in: 0...lastCallBack),
          Offer(
            info: try parcel.info(), number: try parcel.text(), ringing: try Step.list(from: parcel), answered: try Step.list(from: parcel))
        )
      })
    { callBacks[key] = offer }
    let current = try parcel.list(atMost: Self.most, each: 40) { () throws(TransportError) in try Party(from: parcel) }
    for party in current {
      try parcel.check(!party.isEnded && party.group <= lastGroup, "call \(party.call.id) has ended, or is in no group")
      parties[party.call] = party
    }
    try parcel.check(
      current.count == parties.count && parties.count == parcel.calls.count && parcel.calls.allSatisfy { parties[$0] != nil },
      "the calls are not those of the host")
    for party in try parcel.list(atMost: Self.most, each: 40, { () throws(TransportError) in try Party(from: parcel) }) {
      past.keep(party, of: party.call)
    }
  }
}

extension Counters {
  /// All counters, in the order of a parcel.
  fileprivate static var places: [WritableKeyPath<Counters, Int>] {
    [\.dialed, \.offered, \.turnedAway, \.congested, \.deflected, \.digitsHeard, \.lineCuts, \.restarts]
  }

  fileprivate var all: [Int] { Self.places.map { self[keyPath: $0] } }
}

extension Party {
  fileprivate func write(to parcel: ParcelWriter) {
    parcel.write(call)
    parcel.write(number)
    parcel.write(isTest)
    Step.write(steps, to: parcel)
    parcel.write(UInt32(next))
    Step.write(answered, to: parcel)
    parcel.write(optional: menu) { $0.write(to: parcel) }
    parcel.write(faults)
    parcel.write(UInt32(hops))
    for mark in [isWaiting, isProceeding, hasEarlyMedia, isActive, isRinging, isEnded, isHeld, isHeldByFarEnd, isMuted] {
      parcel.write(mark)
    }
    parcel.write(digits)
    parcel.write(collected)
    parcel.write(group)
    parcel.write(cause)
    parcel.write(transferred)
  }

  fileprivate init(from parcel: ParcelReader) throws(TransportError) {
    self.init(Call(id: try parcel.integer()), try parcel.text(), isTest: try parcel.boolean())
    steps = try Step.list(from: parcel)
    next = Int(try parcel.integer(UInt32.self, in: 0...UInt32(steps.count)))
    answered = try Step.list(from: parcel)
    menu = try parcel.optional { () throws(TransportError) in try Menu(from: parcel, 1) }
    faults = Faults(rawValue: try parcel.integer(in: 0...31))
    hops = Int(try parcel.integer(UInt32.self, in: 0...1_000))
    isWaiting = try parcel.boolean()
    isProceeding = try parcel.boolean()
    hasEarlyMedia = try parcel.boolean()
    isActive = try parcel.boolean()
    isRinging = try parcel.boolean()
    isEnded = try parcel.boolean()
    isHeld = try parcel.boolean()
    isHeldByFarEnd = try parcel.boolean()
    isMuted = try parcel.boolean()
    digits = try parcel.text()
    collected = try parcel.text()
    group = try parcel.integer(in: 0...Int.max / 2)
    cause = try parcel.cause()
    transferred = try parcel.text()
  }
}

extension ExchangeTimer {
  func write(to parcel: ParcelWriter) {
    switch self {
    case .script(let call):
      parcel.write(UInt8(0))
      parcel.write(call)
    case .callBack(let key):
      parcel.write(UInt8(1))
      parcel.write(key)
    case .schedule: parcel.write(UInt8(2))
    case .recovery: parcel.write(UInt8(3))
    }
  }

  init(from parcel: ParcelReader) throws(TransportError) {
    switch try parcel.integer(UInt8.self, in: 0...3) {
    case 0: self = .script(try parcel.call())
    case 1: self = .callBack(try parcel.integer())
    case 2: self = .schedule
    default: self = .recovery
    }
  }
}
