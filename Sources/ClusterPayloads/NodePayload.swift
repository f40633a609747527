package import ClusterControl
internal import StrictJSON

extension NodeRecord {
  /// Reads the value of a node's key.
  package init(payload bytes: [UInt8], node: NodeName) throws(PayloadError) {
    var members = try PayloadMembers(reading: bytes, key: NameToken.encode(node.text))
    try members.takeVersion()
    let incarnation = try members.require("incarnation", "a UUID") { $0.string.flatMap { Incarnation($0) } }
    let beat = try members.require("beat", "a whole number from 0") { $0.count }
    // A state of a later version takes no slots and is not gone.
    let state = try members.require("state", "a string") { $0.string.map { State(rawValue: $0) ?? .draining } }
    let isDead = try members.optional("dead", "true or false") { $0.truth } ?? false
    let speaks = try members.require("speaks", "two versions, the lower first") { value -> ClosedRange<Int>? in
      guard let ends = value.array, ends.count == 2, let low = ends[0].integer, let high = ends[1].integer, 1 <= low, low <= high else {
        return nil
      }
      return low...high
    }
    let version = try members.optional("version", "a string") { $0.string } ?? ""
    let weight =
      try members.optional("weight", "a whole number from 1 to 1,000,000") {
        $0.integer.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
      } ?? 100
    let sip = try members.optional("sip", "an array of strings") { $0.strings } ?? []
    var load = NodeLoad()
    if let value = members.take("load") { load = try NodeLoad(value, key: members.key) }
    self.init(
      incarnation: incarnation, beat: beat, state: state, isDead: isDead,
      profile: NodeProfile(speaks: speaks, version: version, weight: weight, sip: sip), load: load, unknown: members.unknown)
  }

  /// The value of the node's key.
  package var payload: [UInt8] {
    JSONValue.payload(
      [
        "v": 1, "incarnation": .string(incarnation.description), "beat": .integer(beat), "state": .string(state.rawValue),
        "dead": .bool(isDead), "speaks": .array([.integer(profile.speaks.lowerBound), .integer(profile.speaks.upperBound)]),
        "version": .string(profile.version), "weight": .integer(profile.weight), "sip": .strings(profile.sip),
        "load": .object(of: [
          "lines": .integer(load.lines), "calls": .integer(load.calls), "processor": .number(JSONNumber(load.processor)),
          "lagMs": .integer(load.lagMs),
        ]),
      ], unknown)
  }
}

extension NodeLoad {
  fileprivate init(_ value: JSONValue, key: String) throws(PayloadError) {
    var members = try PayloadMembers(value, key: key, path: "load")
    self.init()
    lines = try members.optional("lines", "a whole number") { $0.integer } ?? 0
    calls = try members.optional("calls", "a whole number") { $0.integer } ?? 0
    processor = try members.optional("processor", "a number") { $0.double } ?? 0
    lagMs = try members.optional("lagMs", "a whole number") { $0.integer } ?? 0
  }
}
