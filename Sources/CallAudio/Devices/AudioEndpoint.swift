/// One thing that sound goes to or comes from: a sink or a source of a sound server.
public struct AudioEndpoint: Hashable, Codable, Sendable {
  /// The server's name for it, which stays the same.
  public var name: String
  /// Its name for people.
  public var summary: String
  /// Whether the desktop takes it when nobody says which.
  public var isDefault: Bool
  /// Its sockets and built-in ends, at least one.
  public var ports: [AudioEndpointPort]
  /// The name of the port in use.
  public var activePort: String?

  /// Describes an endpoint.
  public init(name: String, summary: String, isDefault: Bool, ports: [AudioEndpointPort], activePort: String?) {
    self.name = name
    self.summary = summary
    self.isDefault = isDefault
    self.ports = ports
    self.activePort = activePort
  }

  /// Where sound goes while it goes through this endpoint.
  public var route: AudioRoute { ports.first { $0.name == activePort }?.route ?? ports.first?.route ?? .other(name) }

  /// The port to take for a route: one that is known to be plugged in rather than one of which nothing is known; nil when there is none.
  public func port(for route: AudioRoute) -> AudioEndpointPort? {
    let fitting = ports.filter { $0.route == route }
    return fitting.first { $0.availability == .available } ?? fitting.first { $0.availability == .unknown }
  }
}
