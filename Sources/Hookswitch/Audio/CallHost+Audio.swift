public import CallAudio
public import CallControl
public import FoundationEssentials
public import HookswitchCore
internal import Locking

extension CallHost {
  /// Returns the audio state of a line: its owners, the last change, and the route.
  public func audio(of line: LineID = .main) -> LineAudio {
    core.audio(of: line)
  }

  /// Changes the devices and the sounds of the host's audio; does nothing when the host carries no audio.
  ///
  /// Sounds change at once. A line takes its new device with its next call after it had none. The source of the ticks stays.
  ///
  /// - Parameter settings: the new settings.
  public func setAudio(_ settings: AudioSettings) {
    core.console?.change(settings)
  }

  /// The counters of the host's audio engine; nil when the host carries no audio.
  public var audioCounters: EngineCounters? { core.console?.engine.counters }

  /// The audio thread's scheduling; nil while the thread does not run.
  public var audioScheduling: AudioScheduling? { core.console?.engine.scheduling }

  /// Returns the level of a call's far end in the last 20 ms; nil while the call is not connected to the engine.
  public func audioLevel(of call: CallID) -> AudioLevel? {
    core.console.flatMap { audio in audio.leg(of: call).flatMap { audio.engine.level(of: $0) } }
  }

  /// Returns the level of the microphone that an active call hears, in the last 20 ms; nil while it hears none.
  package func spokenLevel(of call: CallID) -> AudioLevel? {
    guard let audio = core.console, audio.leg(of: call) != nil, let known = self.call(call), known.state == .active, !known.isMuted else {
      return nil
    }
    return audio.desk.withLock { $0.seats[known.line]??.port }.flatMap { audio.engine.level(of: $0) }
  }

  /// Returns the frame counters of a call; nil while the call is not connected to the engine.
  public func audioCounters(of call: CallID) -> LegCounters? {
    core.console.flatMap { audio in audio.leg(of: call).flatMap { audio.engine.counters(of: $0) } }
  }

  /// Advances the audio by 20 ms: first the devices, then every call.
  ///
  /// For hosts whose audio has the clock `manual`. One thread at a time. Does nothing if the host has an audio thread.
  public func tickAudio() {
    core.console?.tick()
  }

  /// Records a call to a new WAV file: left the audio sent to the far end, right the far end's.
  ///
  /// A held call records silence. The recording ends with the call or by `CallRecording.stop()`. The file is readable at any time, even
  /// after the process was killed.
  ///
  /// - Parameters:
  ///   - call: An active or held call that is connected to the engine.
  ///   - asGroup: True to record the call's whole group: left the microphone, right the sum of the calls. The recording then ends with the
  ///     last of them.
  ///   - path: A path where no file exists.
  /// - Throws: `RecordingError` when the file cannot be created; `HostError.Code.notRecordable` when the call is not connected or is being
  ///   recorded already.
  @discardableResult
  public func record(_ call: CallID, asGroup: Bool = false, to path: String) throws -> CallRecording {
    try record(call, asGroup: asGroup, to: path, listener: nil)
  }

  /// Records as `record(_:asGroup:to:)`; `listener` learns each later state on the writer's thread, and must not block.
  package func record(
    _ call: CallID, asGroup: Bool, to path: String, listener: (@Sendable (RecordingProgress) -> Void)?
  ) throws -> CallRecording {
    guard let audio = core.console else {
      throw HostError(.notRecordable, call.uuidString, "this host carries no audio: set HostSettings.audio")
    }
    return try audio.record(call, asGroup: asGroup, to: path, listener: listener)
  }
}

extension CallObserver {
  /// The present audio state and then every change, of the observer's line; an observer of all lines gets those of `main`.
  public var audio: LineAudios { LineAudios(core: host.core, line: line ?? .main) }
}

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

extension CallHost {
  /// Has the host play the ringtones of its lines, or leave the ringing to another program; other tones stay.
  ///
  /// - Parameter isOn: false while another program rings.
  package func setRingtone(isOn: Bool) { core.console?.take(.ringtone(isOn: isOn)) }
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
