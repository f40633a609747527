/// Which endpoints to use, of those that are there: a pure value, so that every desk's wiring can be a line in a test.
struct EndpointChoice: Hashable {
  /// An endpoint, and the port to switch it to where that matters.
  struct Pick: Hashable {
    var endpoint: String
    var port: String?
    /// Somebody wants this one; else it is only the default, to which the server itself sees.
    var isWanted = false
  }

  /// What to be heard from; nil when there is nothing.
  var output: Pick?
  /// What to speak into; nil when there is no microphone.
  var input: Pick?

  /// Chooses for one direction and the other.
  ///
  /// An endpoint that was named in `settings` is taken if it is there; else one with the preferred route that is plugged in, the default
  /// before others;
  /// else the default. For input the route of the output decides, and where nothing has it the default. `monitors` are spoken into only
  /// when named.
  static func choose(_ endpoints: AudioEndpoints, monitors: [String] = [], settings: PulseSettings, preferred: AudioRoute?) -> Self {
    if let input = settings.input, monitors.contains(input) {
      return Self(output: pick(endpoints.outputs, named: settings.output, preferred), input: Pick(endpoint: input, isWanted: true))
    }
    return Self(
      output: pick(endpoints.outputs, named: settings.output, preferred),
      input: pick(endpoints.inputs, named: settings.input, preferred))
  }

  private static func pick(_ endpoints: [AudioEndpoint], named name: String?, _ preferred: AudioRoute?) -> Pick? {
    if let name, endpoints.contains(where: { $0.name == name }) { return Pick(endpoint: name, isWanted: true) }
    if case .other(let name)? = preferred, endpoints.contains(where: { $0.name == name }) { return Pick(endpoint: name, isWanted: true) }
    let defaultFirst = endpoints.filter(\.isDefault) + endpoints.filter { !$0.isDefault }
    if let preferred, let found = pick(defaultFirst, preferred) { return found }
    return endpoints.first(where: \.isDefault).map { Pick(endpoint: $0.name) }
  }

  // One that is known to be plugged in goes before one of which nothing is known.
  private static func pick(_ endpoints: [AudioEndpoint], _ route: AudioRoute) -> Pick? {
    let fitting = endpoints.compactMap { endpoint in endpoint.port(for: route).map { (endpoint, $0) } }
    let best = fitting.first { $0.1.availability == .available } ?? fitting.first
    return best.map { endpoint, port in
      Pick(endpoint: endpoint.name, port: port.name.isEmpty || port.name == endpoint.activePort ? nil : port.name, isWanted: true)
    }
  }
}
