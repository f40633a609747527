internal import CallAudio
public import CallControl
public import HookswitchCore
internal import Locking

extension CallHost {
  /// Sets the route that the user chose for a line; nil withdraws the choice.
  ///
  /// The choice takes precedence over the providers' requests (`preferredRoute`, `routingHints`). It survives holds, swaps and hand-overs
  /// to another provider, and ends with the line's last call. Equipment that was unplugged is used again once it is plugged in.
  ///
  /// - Parameters:
  ///   - route: One of `LineAudio.routes` (`speaker`, `headset` …), or the name or the summary of one of `LineAudio.outputs`.
  ///   - line: The line.
  /// - Throws: `HostError.Code.unknownRoute` with a list of the available routes.
  public func setRoute(_ route: AudioSession.Route?, on line: LineID = .main) throws(HostError) {
    guard let audio = core.console else {
      throw HostError(.unknownRoute, route?.rawValue ?? "", "this host carries no audio: set HostSettings.audio")
    }
    guard let route else { return audio.choose(nil, on: line) }
    guard let seat = audio.desk.withLock({ $0.seats[line] ?? nil }) else {
      throw HostError(.unknownRoute, route.rawValue, "line \(line) has no sound device, or no call has come to it yet")
    }
    let endpoints = seat.device.endpoints
    guard let found = endpoints.route(named: route.rawValue) else {
      let names = endpoints.routes.map(\.name) + endpoints.outputs.map(\.summary).filter { !$0.isEmpty }
      let known = names.reduce(into: [String]()) { list, name in if !list.contains(name) { list.append(name) } }
      throw HostError(
        .unknownRoute, route.rawValue,
        known.isEmpty ? "the device of line \(line) has no route to choose now" : "line \(line) has \(known.joined(separator: ", "))")
    }
    audio.choose(AudioSession.Route(rawValue: found.name), on: line)
  }
}

extension CallController {
  /// Sets the route that the user chose for the controller's line; nil withdraws the choice.
  ///
  /// See `CallHost.setRoute`. A controller of `each` sets the route of the line `main`.
  /// - Throws: `HostError.Code.unknownRoute` with a list of the available routes.
  public func setRoute(_ route: AudioSession.Route?) throws(HostError) {
    try host.setRoute(route, on: line == .each ? .main : line)
  }
}

extension AudioConsole {
  /// Reports the user's choice to the director and the observers.
  func choose(_ route: AudioSession.Route?, on line: LineID) {
    take(.chosen(line, route))
    onLane { [self] in tellObservers(of: line) }
  }
}

extension AudioEndpoints {
  /// Returns the available route that a person's text names: a kind, or an output by name or summary; nil when there is none.
  func route(named text: String) -> AudioRoute? {
    let word = text.lowercased()
    if let route = routes.first(where: { $0.name.lowercased() == word }) { return route }
    return outputs.first { $0.name.lowercased() == word || $0.summary.lowercased() == word }.map { .other($0.name) }
  }
}
