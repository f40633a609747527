internal import HostConfiguration

#if HOOKSWITCH_CLUSTER
  internal import ClusterControl
  internal import HookswitchCluster
#endif

/// The cluster of which a daemon is a node: the member `cluster` of its configuration.
struct DaemonCluster: Equatable, Sendable {
  /// The names of the members.
  static let members = [
    "name", "node", "servers", "traffic-servers", "nkey", "ca-file", "sip", "weight", "lease", "beat", "margin", "stray-limit",
  ]

  /// The cluster's name.
  var name = ""
  /// The node's name, which it keeps.
  var node = ""
  /// The NATS servers.
  var servers: [String] = []
  /// The servers of records and requests; empty: the same.
  var trafficServers: [String] = []
  /// The name of the secret with the NKey's seed; nil for servers that ask for none.
  var nkey: String?
  /// The file with the certificates of the authorities to trust.
  var authorities: String?
  /// The node's SIP addresses.
  var sip: [String] = []
  var weight = 100
  /// The times in seconds.
  var lease = 15
  var beat = 3
  var margin = 2
  var strayLimit = 14_400

  /// Reads the member; every error names its place.
  init(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(Self.members)
    guard let name = members["name"], let own = members["node"], let list = members["servers"] else {
      throw node.wrong("needs the members name, node and servers")
    }
    self.name = try Self.name(name, 32, more: "")
    self.node = try Self.name(own, 63, more: ".")
    servers = try Self.servers(list)
    if let list = members["traffic-servers"] { trafficServers = try list.items.isEmpty ? [] : Self.servers(list) }
    if let node = members["nkey"] { nkey = try Self.name(node, 255, more: ".") }
    authorities = try members["ca-file"]?.text
    if let file = authorities, !file.hasPrefix("/") { throw members["ca-file"]?.wrong("is not an absolute path") ?? node.wrong("is wrong") }
    for item in try members["sip"]?.items ?? [] {
      let address = try item.text
      guard ["sip:", "sips:"].contains(where: { address.hasPrefix($0) && address.count > $0.count }), !address.contains(" ") else {
        throw item.wrong("is no SIP address, such as sip:192.0.2.11:5060")
      }
      sip.append(address)
    }
    if let node = members["weight"] { weight = try node.integer(1...1_000_000) }
    if let node = members["stray-limit"] { strayLimit = try node.integer(60...604_800) }
    try readTimes(members)
    #if !HOOKSWITCH_CLUSTER
      throw node.wrong("needs a hookswitch that was built with the cluster")
    #endif
  }

  private mutating func readTimes(_ members: [String: ConfigNode]) throws(RunConfigError) {
    // An engine of three servers may answer nothing for 6.7 s while it elects a leader.
    let least: Int64 = servers.count >= 3 ? 10 : 5
    if let node = members["lease"] { lease = try node.integer(least...300) }
    if let node = members["beat"] { beat = try node.integer(1...75) }
    if let node = members["margin"] { margin = try node.integer(1...60) }
    guard beat * 4 <= lease else {
      let place = members["beat"] ?? members["lease"]
      throw place?.wrong("does not fit: beat is \(beat) and lease \(lease); beat should be at most a quarter of lease")
        ?? RunConfigError(file: "", path: "$.cluster", reason: "has no times that fit")
    }
  }

  private static func name(_ node: ConfigNode, _ limit: Int, more: String) throws(RunConfigError) -> String {
    let text = try node.text
    let isRight = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "-_\(more)".utf8.contains(byte)
    }
    guard isRight, text.utf8.count <= limit, !text.hasPrefix(".") else {
      throw node.wrong("is \"\(text)\", should be 1 to \(limit) letters, digits, - and _\(more.isEmpty ? "" : " and dots")")
    }
    return text
  }

  private static func servers(_ node: ConfigNode) throws(RunConfigError) -> [String] {
    var servers: [String] = []
    for item in try node.items {
      let server = try item.text
      #if HOOKSWITCH_CLUSTER
        guard NATSAddress(server) != nil else { throw item.wrong("is not of the form tls://HOST:PORT or nats://HOST:PORT") }
      #endif
      servers.append(server)
    }
    guard !servers.isEmpty else { throw node.wrong("names no server") }
    return servers
  }
}
