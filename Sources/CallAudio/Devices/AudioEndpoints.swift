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
