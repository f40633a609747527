/// Everything that sound can go to and come from, as a sound server lists it.
public struct AudioEndpoints: Hashable, Codable, Sendable {
  /// What can be heard from: loudspeakers, headphones.
  public var outputs: [AudioEndpoint]
  /// What can be spoken into: microphones, without the monitors of outputs.
  public var inputs: [AudioEndpoint]

  /// A list; empty unless said.
  public init(outputs: [AudioEndpoint] = [], inputs: [AudioEndpoint] = []) {
    self.outputs = outputs
    self.inputs = inputs
  }

  /// The routes that something is plugged in for, in the order of the outputs, each once.
  public var routes: [AudioRoute] {
    outputs.flatMap(\.ports).filter { $0.availability != .unavailable }.map(\.route)
      .reduce(into: []) { routes, route in if !routes.contains(route) { routes.append(route) } }
  }
}
