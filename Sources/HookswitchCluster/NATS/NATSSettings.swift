/// The settings of a connection to NATS.
package struct NATSSettings: Sendable {
  /// The servers, such as `tls://n1:4222`; they are tried one after another.
  package var servers: [String]
  /// The name that the servers' monitoring shows.
  package var name: String
  /// Reads the NKey's seed from where its secret is stored, for each connection; nil for servers that ask for none.
  package var seed: (@Sendable () throws(ClusterStoreError) -> String)?
  /// The file with the certificates of the authorities to trust; nil for those of the system.
  package var authorities: String?
  /// The time-out of an attempt to connect, and of a question inside the library, in milliseconds.
  package var timeOut: Int64 = 2_000
  /// The time without a sign of life after which the server is asked for one, in milliseconds; two missing answers end the connection.
  package var pingInterval: Int64 = 2_000
  /// True for a second connection, on which messages that can wait go out together.
  package var sendsBatches = false
  /// The largest number of messages that wait for the lane.
  package var backlog = 65_536

  /// Creates settings.
  ///
  /// - Throws: `badSetting` for a server that is no address.
  package init(servers: [String], name: String) throws(ClusterStoreError) {
    guard !servers.isEmpty else { throw .badSetting(name: "servers", reason: "it names no server") }
    for server in servers where NATSAddress(server) == nil {
      throw .badSetting(name: "servers", reason: "\(server.debugDescription) is not of the form tls://HOST:PORT or nats://HOST:PORT")
    }
    self.servers = servers
    self.name = name
  }
}

/// The address of a server.
package struct NATSAddress: Equatable, Sendable {
  /// True for a connection by TLS.
  package let isSecure: Bool
  /// The name or address, which a certificate must contain.
  package let host: String
  package let port: Int

  /// Reads an address; nil for anything else.
  ///
  /// No user and no password: a node is known by its NKey.
  package init?(_ text: String) {
    let scheme = ["tls://", "nats://"].first { text.hasPrefix($0) }
    guard let scheme else { return nil }
    let rest = text.dropFirst(scheme.count)
    guard let colon = rest.lastIndex(of: ":"), let port = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(port) else {
      return nil
    }
    var host = rest[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() } else if host.contains(":") { return nil }
    let isName = host.utf8.allSatisfy { byte in
      byte > UInt8(ascii: " ") && byte < 0x7f && !"/@?#[]%".utf8.contains(byte)
    }
    guard !host.isEmpty, isName else { return nil }
    isSecure = scheme == "tls://"
    self.host = String(host)
    self.port = port
  }
}
