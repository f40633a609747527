package import CallControl

/// A small world to explore: a line, its providers, the number of calls, and the possible stimuli.
package struct World: Sendable {
  /// The stimuli of a world beside starts, ends, answers of all kinds, and time.
  package struct Features: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let hold = Features(rawValue: 1)
    package static let group = Features(rawValue: 1 << 1)
    package static let transfer = Features(rawValue: 1 << 2)
    package static let farTransfer = Features(rawValue: 1 << 3)
    package static let replace = Features(rawValue: 1 << 4)
    package static let mute = Features(rawValue: 1 << 5)
    package static let tones = Features(rawValue: 1 << 6)
    package static let readiness = Features(rawValue: 1 << 7)
    package static let loss = Features(rawValue: 1 << 8)
    package static let liars = Features(rawValue: 1 << 9)
    package static let emergency = Features(rawValue: 1 << 10)
    package static let transactions = Features(rawValue: 1 << 11)
    package static let clients = Features(rawValue: 1 << 12)
    package static let networkHolds = Features(rawValue: 1 << 13)
    package static let updates = Features(rawValue: 1 << 14)
    package static let doNotDisturb = Features(rawValue: 1 << 15)
    package static let choices = Features(rawValue: 1 << 16)
    package static let limits = Features(rawValue: 1 << 17)
    package static let outgoing = Features(rawValue: 1 << 18)
    package static let incoming = Features(rawValue: 1 << 19)
    package static let retiring = Features(rawValue: 1 << 20)
    package static let deflect = Features(rawValue: 1 << 21)
    package static let instances = Features(rawValue: 1 << 22)
    /// The host has a judge of callers (I9).
    package static let judge = Features(rawValue: 1 << 23)
    /// The host is one of a cluster (K5).
    package static let standings = Features(rawValue: 1 << 24)
  }

  /// The name in reports.
  package var name: String
  package var policy = LinePolicy()
  package var providers: [Roster.Entry]
  /// The number of calls in all.
  package var calls = 3
  /// The number of requests open at once.
  package var openRequests = 2
  package var features: Features
  /// The starting points: the state after each of these scripts.
  package var roots: [Root]
  /// The default depth, in stimuli beyond a root.
  package var depth: Int

  /// A state to begin with, and the script that leads to it.
  package struct Root: Sendable {
    package var name: String
    package var script: [Stimulus]

    package init(_ name: String, _ script: [Stimulus]) {
      self.name = name
      self.script = script
    }
  }

  package init(name: String, providers: [Roster.Entry], features: Features, roots: [Root], depth: Int) {
    self.name = name
    self.providers = providers
    self.features = features
    self.roots = roots
    self.depth = depth
  }

  /// The providers before the first stimulus.
  package var roster: Roster {
    var roster = Roster()
    roster.entries = providers
    return roster
  }
}
