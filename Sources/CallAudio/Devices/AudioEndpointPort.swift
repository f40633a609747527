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
