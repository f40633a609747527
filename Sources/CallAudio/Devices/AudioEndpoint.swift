/// A sink or a source of a sound server.
public struct AudioEndpoint: Hashable, Codable, Sendable {
  /// The server's name for the endpoint, which never changes.
  public var name: String
  /// A name for people.
  public var summary: String
  /// True when the endpoint is the desktop's default.
  public var isDefault: Bool
  /// The endpoint's sockets and built-in parts; at least one.
  public var ports: [AudioEndpointPort]
  /// The name of the port in use.
  public var activePort: String?

  /// Creates an endpoint.
  public init(name: String, summary: String, isDefault: Bool, ports: [AudioEndpointPort], activePort: String?) {
    self.name = name
    self.summary = summary
    self.isDefault = isDefault
    self.ports = ports
    self.activePort = activePort
  }

  /// The route that this endpoint provides through its active port.
  public var route: AudioRoute { ports.first { $0.name == activePort }?.route ?? ports.first?.route ?? .other(name) }

  /// Returns the port for `route`, preferring one that is plugged in to one of unknown state; nil when there is none.
  public func port(for route: AudioRoute) -> AudioEndpointPort? {
    let fitting = ports.filter { $0.route == route }
    return fitting.first { $0.availability == .available } ?? fitting.first { $0.availability == .unknown }
  }
}
