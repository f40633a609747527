/// One way into or out of an endpoint: the built-in loudspeakers, the headphone socket.
public struct AudioEndpointPort: Hashable, Codable, Sendable {
  /// Whether something is plugged in.
  public enum Availability: String, Codable, Sendable {
    /// The hardware cannot tell.
    case unknown
    /// Something is.
    case available
    /// Nothing is.
    case unavailable
  }

  /// The server's name for it.
  public var name: String
  /// Its name for people.
  public var summary: String
  /// What kind of way it is.
  public var route: AudioRoute
  /// Whether something is plugged in.
  public var availability: Availability

  /// Describes a port.
  public init(name: String, summary: String, route: AudioRoute, availability: Availability) {
    self.name = name
    self.summary = summary
    self.route = route
    self.availability = availability
  }
}
