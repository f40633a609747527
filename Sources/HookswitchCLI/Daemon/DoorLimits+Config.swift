internal import HostConfiguration
internal import HostDoors

// The member `socket.limits` of a daemon's configuration.
extension DoorLimits {
  /// The limits that are whole numbers, by their members.
  static let counts: [(name: String, range: ClosedRange<Int64>, place: any WritableKeyPath<DoorLimits, Int> & Sendable)] = [
    ("line", 1_024...(16 << 20), \.line), ("importLine", 1_024...(64 << 20), \.importLine), ("depth", 8...128, \.depth),
    ("members", 16...65_536, \.members), ("unanswered", 1...4_096, \.unanswered), ("tooFastInRow", 1...1_000_000, \.tooFastInRow),
    ("connections", 1...65_536, \.connections), ("connectionsPerUser", 1...65_536, \.connectionsPerUser),
    ("unread", (64 << 10)...(64 << 20), \.unread), ("unreadNotifications", 4_096...(64 << 20), \.unreadNotifications),
    ("garbageLines", 1...1_000, \.garbageLines),
  ]

  /// The rates of requests, by their members.
  static let rates: [(name: String, place: any WritableKeyPath<DoorLimits, RateLimit> & Sendable)] = [
    ("ownerRate", \.ownerRate), ("otherRate", \.otherRate),
  ]

  /// The range of both members of a rate.
  static let rateRange: ClosedRange<Int64> = 1...10_000_000

  /// Takes the limits that a configuration has; the others stay.
  ///
  /// - Parameter node: the object.
  /// - Throws: an error with the place of a wrong member.
  mutating func read(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(Self.counts.map(\.name) + Self.rates.map(\.name) + ["stall"])
    for (name, range, place) in Self.counts {
      if let node = members[name] { self[keyPath: place] = try node.integer(range) }
    }
    for (name, place) in Self.rates {
      guard let rate = try members[name]?.members(["perSecond", "burst"]) else { continue }
      let perSecond = try rate["perSecond"]?.integer(Self.rateRange) ?? self[keyPath: place].perSecond
      self[keyPath: place] = RateLimit(perSecond: perSecond, burst: try rate["burst"]?.integer(Self.rateRange) ?? perSecond)
    }
    if let node = members["stall"] { stall = try node.seconds }
    if importLine < line { throw (members["importLine"] ?? members["line"] ?? node).wrong("leaves importLine below line") }
    if unreadNotifications > unread {
      throw (members["unreadNotifications"] ?? members["unread"] ?? node).wrong("leaves unreadNotifications above unread")
    }
  }
}
