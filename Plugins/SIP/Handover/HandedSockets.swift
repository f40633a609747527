internal import CSIPStack
internal import Glibc
internal import TransportKit

/// The place where another version's account listens, as its parcel has it.
struct HandedPlace {
  let host: String
  let port: UInt16
  /// The sockets there; nil in the parcel of an account that is not the carrier.
  let sockets: HandedSockets?

  /// Writes the place of an account with the stack's sockets, if it carries them; the list of calls follows in `give`.
  static func write(_ host: String, _ stack: SIPStack, carries: Bool, to parcel: ParcelWriter) throws(TransportError) {
    let sockets = try stack.lend()
    defer { for socket in sockets { close(socket) } }
    parcel.write(host)
    parcel.write(stack.port)
    parcel.write(carries)
    guard carries else { return }
    parcel.write(UInt8(sockets.count))
    for socket in sockets { try parcel.write(descriptor: socket) }
  }

  init(_ parcel: ParcelReader) throws(TransportError) {
    host = try parcel.text(atMost: 256)
    port = try parcel.integer(in: 1...UInt16.max)
    sockets = try parcel.boolean() ? HandedSockets(parcel, port: port) : nil
  }
}

/// The listening sockets of another version's stack, with the calls that stay there.
///
/// Closes the sockets when it is dropped; a stack that begins with them copies them.
final class HandedSockets {
  let sockets: [Int32]
  /// The marks of the other version's calls.
  let calls: [UInt8]
  /// The socket to the other version's stack; borrowed.
  let link: Int32
  /// The port of UDP and TCP, or that of TLS alone.
  let port: UInt16
  /// The ports of connections.
  let streamPorts: [UInt16]

  /// The kinds of `csip_lent_port`.
  private static let stream: UInt32 = 2

  /// Reads the sockets of a stack at a port, and its calls.
  init(_ parcel: ParcelReader, port: UInt16) throws(TransportError) {
    var sockets: [Int32] = []
    var ports: [(kind: UInt32, port: UInt16)] = []
    do throws(TransportError) {
      for _ in 0..<(try parcel.integer(UInt8.self, in: 1...UInt8(CSIP_LEND_MAX))) {
        sockets.append(try parcel.descriptor().release())
        var kind: UInt32 = 0
        let found = csip_lent_port(sockets[sockets.count - 1], &kind)
        try parcel.check(found > 0, "a descriptor of the parcel is no listening socket")
        ports.append((kind, UInt16(found)))
      }
      try parcel.check(ports.contains { $0.port == port }, "the parcel has no socket at its port")
      guard let link = parcel.link else { throw TransportError(.invalid, "the host gives no socket to the other version") }
      let calls = try parcel.data(atMost: Int(CSIP_CALLS_MAX))
      try parcel.check(calls.count % Int(CSIP_CALL_BYTES) == 0, "the list of calls is cut short")
      (self.calls, self.link, self.port) = (calls, link, port)
      streamPorts = ports.filter { $0.kind == Self.stream }.map(\.port)
    } catch {
      for socket in sockets { close(socket) }
      throw error
    }
    self.sockets = sockets
  }

  deinit {
    for socket in sockets { close(socket) }
  }
}

extension StackPlace {
  /// The place with the ports that another version's stack has, where the settings leave them open.
  func bound(to handed: HandedSockets) -> StackPlace {
    var place = self
    place.port = handed.port
    if tlsPort == 0, let port = handed.streamPorts.first(where: { $0 != handed.port }) { place.tlsPort = port }
    return place
  }
}
