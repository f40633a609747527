internal import CallAudio
internal import CallControl
internal import HookswitchCore
internal import Locking

// The host's reports to the console; `serve`, `register`, `retire` and `close` are elsewhere.
extension AudioConsole: HostSound {
  func activate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason) {
    take(.activated(provider, line, reason))
  }

  func deactivate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason) {
    take(.deactivated(provider, line, reason))
  }

  func configure(_ configuration: AudioSession.Configuration, on line: LineID, of provider: ProviderID) {
    take(.configured(provider, line, configuration))
  }

  func forget(_ line: LineID) {
    take(.forgotten(line))
  }

  func timeCame() {
    take(.time)
  }

  /// Returns the reason why a ringtone cannot be played; nil when it can.
  func ringtoneProblem(_ path: String) -> String? {
    do throws(RingtoneError) {
      try Ringtone.file(path: path).check()
      return nil
    } catch {
      return error.description
    }
  }
}

extension HostCore {
  /// The host's audio, when this module carries it.
  var console: AudioConsole? { audio as? AudioConsole }
}

extension AudioConsole {
  /// Returns a line's seat; asks the settings once for each line.
  @discardableResult
  func seat(_ line: LineID) -> AudioSeat? {
    if let known = desk.withLock({ $0.seats[line] }) { return known }
    let seat = settings.device(line).map { AudioSeat(device: $0) }
    desk.withLock { desk in
      desk.seats[line] = .some(seat)
      if seat != nil { _ = desk.director.receive(.seat(line), at: .zero) }
    }
    return seat
  }

  /// Opens a line's device; if that fails the line is silent, and `LineAudio.deviceFailure` states the reason.
  func openDevice(of line: LineID) {
    guard var seat = seat(line), seat.port == nil, let port = try? engine.makeDevicePort() else { return }
    do throws(AudioDeviceError) {
      try seat.device.open(capture: port.capture, playback: port.playback) { [weak self] event in self?.hear(event, of: line) }
      seat.port = port
      seat.failure = nil
    } catch {
      engine.release(port)
      seat.failure = error
    }
    desk.withLock { [seat] in $0.seats[line] = .some(seat) }
    play()
    tellObservers(of: line)
  }

  /// Closes a line's device; no scene may contain it any more.
  func closeDevice(of line: LineID) {
    guard var seat = seat(line), let port = seat.port else { return }
    seat.port = nil
    desk.withLock { [seat] desk in
      // The settings have another device now: take it with the next call.
      if desk.outdated.remove(line) == nil { desk.seats[line] = .some(seat) } else { desk.seats[line] = nil }
    }
    seat.device.close()
    engine.release(port)
    tellObservers(of: line)
  }

  /// Handles a device's event, which arrives on the device's thread.
  private func hear(_ event: AudioDeviceEvent, of line: LineID) {
    onLane { [self] in
      guard let seat = seat(line) else { return }
      take(.routes(line, seat.device.endpoints.routes.map { AudioSession.Route(rawValue: $0.name) }))
      guard case .changed = event else { return }
      tellChange(of: line)
    }
  }
}
