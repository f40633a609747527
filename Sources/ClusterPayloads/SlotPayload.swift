package import ClusterControl
internal import StrictJSON

extension SlotRecord {
  /// Reads the value of a slot's key.
  package init(payload bytes: [UInt8], slot: Slot) throws(PayloadError) {
    var members = try PayloadMembers(reading: bytes, key: slot.description)
    try members.takeVersion()
    let fence = try members.require("fence", "a whole number from 0") { $0.count }
    // A slot that its owner released has null for both.
    let node = try members.require("node", "a string or null") { Self.nullable($0, $0.string) }
    let incarnation = try members.require("incarnation", "a UUID or null") { Self.nullable($0, $0.string.flatMap { Incarnation($0) }) }
    var owner: NodeLife?
    switch (node, incarnation) {
    case (let node?, let incarnation?): owner = NodeLife(NodeName(node), incarnation)
    case (nil, nil): owner = nil
    default: throw members.fault("node", "it has no incarnation beside it, or the other way round")
    }
    var lent: [(line: String, borrower: NodeLife)] = []
    if let value = members.take("lent") {
      guard case .object(let entries) = value else { throw members.fault("lent", "it is not an object") }
      for entry in entries {
        guard let pair = entry.value.strings, pair.count == 2, let incarnation = Incarnation(pair[1]) else {
          throw members.fault("lent.\(entry.name)", "it is not a node's name and a UUID")
        }
        lent.append((entry.name, NodeLife(NodeName(pair[0]), incarnation)))
      }
    }
    self.init(owner: owner, fence: fence, lent: LentLines(lent), unknown: members.unknown)
  }

  /// The value of the slot's key.
  package var payload: [UInt8] {
    let lent = lent.entries.map { entry in
      JSONValue.Member(name: entry.line, value: .strings([entry.borrower.node.text, entry.borrower.incarnation.description]))
    }
    return JSONValue.payload(
      [
        "v": 1, "node": owner.map { .string($0.node.text) } ?? .null,
        "incarnation": owner.map { .string($0.incarnation.description) } ?? .null, "fence": .integer(fence), "lent": .object(lent),
      ], unknown)
  }

  /// Returns a value, or null as nothing; nil when it is neither.
  private static func nullable<Value>(_ value: JSONValue, _ read: Value?) -> Value?? {
    if case .null = value { return .some(nil) }
    return read.map { .some($0) }
  }
}

extension ClusterLayout {
  /// Reads the value of the key `layout`.
  package init(payload bytes: [UInt8]) throws(PayloadError) {
    var members = try PayloadMembers(reading: bytes, key: "layout")
    let digits = try members.require("digits", "3 or 4") { $0.integer.flatMap { [3, 4].contains($0) ? $0 : nil } }
    let era = try members.require("era", "a UUID") { $0.string.flatMap { Incarnation($0) } }
    self.init(digits: digits, era: era, unknown: members.unknown)
  }

  /// The value of the key `layout`.
  package var payload: [UInt8] {
    JSONValue.payload(["digits": .integer(digits), "era": .string(era.description)], unknown)
  }
}
