internal import CallAudio
public import CallControl
public import HookswitchCore
internal import Locking

extension CallHost {
  /// Sends a line's sound another way, as the user chose; nil takes the choice back.
  ///
  /// The choice counts before what providers ask for (`preferredRoute`, `routingHints`), whoever has the audio: it survives holds, swaps
  /// and the hand-over to another provider,
  /// and ends with the line's last call. What is unplugged meanwhile is taken again when it is plugged in.
  ///
  /// - Parameters:
  ///   - route: one of `LineAudio.routes` (`speaker`, `headset` …), or the name or the summary of one of `LineAudio.outputs`.
  ///   - line: the line.
  /// - Throws: `HostError.Code.unknownRoute` with the routes that there are.
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
  /// Sends the sound of the controller's line another way, as the user chose; nil takes the choice back.
  ///
  /// See `CallHost.setRoute`. A controller of `each` sends the line `main`.
  /// - Throws: `HostError.Code.unknownRoute` with the routes that there are.
  public func setRoute(_ route: AudioSession.Route?) throws(HostError) {
    try host.setRoute(route, on: line == .each ? .main : line)
  }
}

extension AudioConsole {
  /// Lets the director and those who look know what the user chose.
  func choose(_ route: AudioSession.Route?, on line: LineID) {
    take(.chosen(line, route))
    onLane { [self] in tellObservers(of: line) }
  }
}

extension AudioEndpoints {
  /// The route that a person means: a kind that is plugged in, or an output by its name or summary; nil: there is none.
  func route(named text: String) -> AudioRoute? {
    let word = text.lowercased()
    if let route = routes.first(where: { $0.name.lowercased() == word }) { return route }
    return outputs.first { $0.name.lowercased() == word || $0.summary.lowercased() == word }.map { .other($0.name) }
  }
}
