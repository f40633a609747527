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

/// A port of an endpoint, such as the built-in loudspeakers or the headphone socket.
public struct AudioEndpointPort: Hashable, Codable, Sendable {
  /// The plug state of a port.
  public enum Availability: String, Codable, Sendable {
    /// The hardware cannot detect a plug.
    case unknown
    /// Plugged in.
    case available
    /// Not plugged in.
    case unavailable
  }

  /// The server's name for the port.
  public var name: String
  /// A name for people.
  public var summary: String
  /// The route that the port provides.
  public var route: AudioRoute
  /// The port's plug state.
  public var availability: Availability

  /// Creates a port.
  public init(name: String, summary: String, route: AudioRoute, availability: Availability) {
    self.name = name
    self.summary = summary
    self.route = route
    self.availability = availability
  }
}

/// The outputs and inputs that a sound server lists.
public struct AudioEndpoints: Hashable, Codable, Sendable {
  /// Sinks: loudspeakers, headphones.
  public var outputs: [AudioEndpoint]
  /// Sources: microphones, without the monitors of sinks.
  public var inputs: [AudioEndpoint]

  /// Creates a list, by default an empty one.
  public init(outputs: [AudioEndpoint] = [], inputs: [AudioEndpoint] = []) {
    self.outputs = outputs
    self.inputs = inputs
  }

  /// The routes that have a port not known to be unplugged, each once, in the order of the outputs.
  public var routes: [AudioRoute] {
    outputs.flatMap(\.ports).filter { $0.availability != .unavailable }.map(\.route)
      .reduce(into: []) { routes, route in if !routes.contains(route) { routes.append(route) } }
  }
}
