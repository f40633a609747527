/// The endpoints to use from those available: a pure value, so that one line of a test can state one set of equipment.
struct EndpointChoice: Hashable {
  /// An endpoint, and the port to switch it to, if any.
  struct Pick: Hashable {
    var endpoint: String
    var port: String?
    /// True when the settings or the preferred route chose this endpoint; false for the default, which the server follows itself.
    var isWanted = false
  }

  /// The output; nil when there is none.
  var output: Pick?
  /// The input; nil when there is no microphone.
  var input: Pick?

  /// Chooses the output and the input independently.
  ///
  /// In order: the endpoint named in `settings`, if present; the endpoint that the preferred route names; a plugged-in endpoint with the
  /// preferred route, the default first; the default endpoint. `monitors` are used only when `settings` names one.
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

  // Prefers ports known to be plugged in to ports of unknown state.
  private static func pick(_ endpoints: [AudioEndpoint], _ route: AudioRoute) -> Pick? {
    let fitting = endpoints.compactMap { endpoint in endpoint.port(for: route).map { (endpoint, $0) } }
    let best = fitting.first { $0.1.availability == .available } ?? fitting.first
    return best.map { endpoint, port in
      Pick(endpoint: endpoint.name, port: port.name.isEmpty || port.name == endpoint.activePort ? nil : port.name, isWanted: true)
    }
  }
}
