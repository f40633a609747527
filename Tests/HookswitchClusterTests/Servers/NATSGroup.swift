import Foundation
import HookswitchCluster
import Testing

/// Three servers in a cluster.
struct NATSGroup {
  let servers: [NATSServer]

  init() throws {
    let ports = (0..<3).map { _ in LocalPort.next() }
    let routes = (0..<3).map { _ in LocalPort.next() }
    servers = try (0..<3).map { number in
      let text = """
        cluster {
          name: tests
          listen: "127.0.0.1:\(routes[number])"
          routes: [\(routes.map { "\"nats://127.0.0.1:\($0)\"" }.joined(separator: ", "))]
        }
        """
      return try NATSServer(text, name: "n\(number + 1)", port: ports[number])
    }
    for server in servers { try server.start() }
  }

  var addresses: [String] { servers.map(\.address) }

  /// Returns the number of the server that leads a stream.
  func leader(of stream: String, _ hands: StoreHands) throws -> Int {
    let info = try hands.streamInfo(stream)
    let name = try #require(info.split(separator: "\"leader\":\"").dropFirst().first?.prefix { $0 != "\"" }, "\(info)")
    return try #require(servers.indices.first { "n\($0 + 1)" == name })
  }
}
