internal import TransportABI

/// A call's handle, which both sides use.
struct CallRef: Hashable, Sendable, CustomStringConvertible {
  let id: UInt64

  var handle: hsw_call { hsw_call(id: id) }
  var description: String { (id >> 63 == 1 ? "incoming call 0x" : "call 0x") + String(id, radix: 16) }
}
