internal import CallAudio
internal import CallControl
internal import HookswitchCore

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
