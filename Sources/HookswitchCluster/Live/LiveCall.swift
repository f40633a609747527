package import ClusterControl
internal import StrictJSON

/// A connected call as the bucket `live` has it.
package struct LiveCall: Hashable, Sendable {
  /// The call's id.
  package var call: String
  /// The node that has the call, in this life.
  package var holder: NodeLife
  /// `incoming` or `outgoing`.
  package var direction: String
  /// The far end's handle; nil when withheld.
  package var handle: String?
  /// The time of the connection, in milliseconds since 1970.
  package var connected: Int64
  /// True when the call is in front of its line, so that calls elsewhere stay behind (K8); an entry that does not say counts as such.
  package var isInFront: Bool

  /// Creates a call.
  package init(call: String, holder: NodeLife, direction: String, handle: String?, connected: Int64, isInFront: Bool = true) {
    (self.call, self.holder, self.direction, self.handle, self.connected) = (call, holder, direction, handle, connected)
    self.isInFront = isInFront
  }

  /// Reads the value of a key; entries that cannot be read are left out, because a key is no reason to lose the others.
  package static func read(_ bytes: [UInt8]?) -> [LiveCall] {
    guard let bytes, let value = try? JSONReader.read(bytes, limits: JSONLimits(depth: 8, size: 1 << 20)) else { return [] }
    return (value.array ?? []).compactMap(LiveCall.init)
  }

  private init?(_ value: JSONValue) {
    guard let call = value["call"]?.string, (1...64).contains(call.utf8.count), let node = value["node"]?.string,
      let incarnation = value["incarnation"]?.string.flatMap({ Incarnation($0) }), let direction = value["direction"]?.string,
      case .number(let connected)? = value["connected"], abs(connected.double) < 1e12
    else { return nil }
    self.init(
      call: call, holder: NodeLife(NodeName(node), incarnation), direction: direction, handle: value["handle"]?.string,
      connected: Int64((connected.double * 1_000).rounded()), isInFront: value["front"] != false)
  }

  /// Returns the value of a key; nil, which removes the key, for a line without calls.
  package static func value(_ calls: [LiveCall]) -> [UInt8]? {
    calls.isEmpty ? nil : JSONValue.array(calls.map(\.json)).jsonText()
  }

  private var json: JSONValue {
    .object(of: [
      "call": .string(call), "node": .string(holder.node.text), "incarnation": .string(holder.incarnation.description),
      "direction": .string(direction), "handle": handle.map { .string($0) }, "connected": .number(JSONNumber(Double(connected) / 1_000)),
      "front": .bool(isInFront),
    ])
  }
}
