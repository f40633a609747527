/// A member of a record that this version does not know: it is kept and written again.
package struct UnknownMember: Hashable, Sendable {
  /// The name of the member.
  package let name: String
  /// Its value as JSON text.
  package let json: String

  /// Creates a member.
  package init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}

/// The load of a node, for people and for metrics; no rule reads it.
package struct NodeLoad: Hashable, Sendable {
  /// The number of lines of its slots.
  package var lines = 0
  /// The number of its calls.
  package var calls = 0
  /// The share of its processors in use, 0 to 1.
  package var processor = 0.0
  /// The delay of its own timers in milliseconds.
  package var lagMs = 0

  /// Creates a load of nothing.
  package init() {}
}

/// The description of a node that does not change while it runs.
package struct NodeProfile: Hashable, Sendable {
  /// The lowest and the highest version of the cluster's messages that the node understands.
  package var speaks: ClosedRange<Int>
  /// The version of the program.
  package var version: String
  /// The node's share of the slots in relation to the others' weights, at least 1.
  package var weight: Int
  /// Its SIP addresses.
  package var sip: [String]

  /// Creates a description.
  package init(speaks: ClosedRange<Int> = 1...1, version: String = "", weight: Int = 100, sip: [String] = []) {
    self.speaks = speaks
    self.version = version
    self.weight = weight
    self.sip = sip
  }
}

/// The value of a node's key in the bucket of nodes.
package struct NodeRecord: Hashable, Sendable {
  /// The state of a node.
  package enum State: String, Hashable, Sendable {
    /// It takes slots.
    case active
    /// It gives its slots away.
    case draining
    /// It left, or another node expired it.
    case gone
  }

  /// The life of the node that the record is about.
  package var incarnation: Incarnation
  /// The number of the renewal, from 1.
  package var beat: UInt64
  /// The state of the node.
  package var state: State
  /// True when its process is known to have ended.
  package var isDead: Bool
  /// Its description.
  package var profile: NodeProfile
  /// Its load at the beat.
  package var load: NodeLoad
  /// The members of a later version.
  package var unknown: [UnknownMember]

  /// Creates a record.
  package init(
    incarnation: Incarnation, beat: UInt64, state: State, isDead: Bool = false, profile: NodeProfile, load: NodeLoad = NodeLoad(),
    unknown: [UnknownMember] = []
  ) {
    self.incarnation = incarnation
    self.beat = beat
    self.state = state
    self.isDead = isDead
    self.profile = profile
    self.load = load
    self.unknown = unknown
  }
}
