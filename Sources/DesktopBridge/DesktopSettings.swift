package import DoorKit

/// The parts of a desktop that the bridge uses.
package struct DesktopSettings: Equatable, Sendable {
  /// The service that shows notifications.
  package enum Notifications: String, CaseIterable, Sendable {
    /// The notification server; inside a sandbox the portal, if it knows incoming calls.
    case auto
    /// The portal, if it knows incoming calls, else the notification server.
    case portal
    case off
  }

  /// The program that rings.
  package enum Ringing: String, CaseIterable, Sendable {
    /// feedbackd where it is, else the host.
    case auto
    /// feedbackd alone.
    case feedbackd
    /// The host alone.
    case own
    case off
  }

  package var notifications = Notifications.auto
  package var ringing = Ringing.auto
  /// True when music players pause during calls.
  package var players = true
  /// True when calls keep the machine awake, and a machine that falls asleep ends them first.
  package var sleep = true
  /// True when the audio of a phone follows its calls.
  package var callaudio = true
  /// True when notifications show names and labels while the session is locked.
  package var lockedNames = false

  /// Creates the default settings.
  package init() {}
}

/// The surroundings of a bridge, which stay for its life.
package struct DesktopSurroundings: Sendable {
  package var session = BusAddress.session
  package var system = BusAddress.system
  /// The user of this process.
  package var uid: UInt32 = 0
  /// True inside the sandbox of a packaged program.
  package var isSandboxed = false
  /// Has the host's own ringtone play, or not.
  package var playRingtone: @Sendable (Bool) -> Void = { _ in }
  /// Takes the moment after a sleep of the machine: its network may have changed.
  package var woke: @Sendable () -> Void = {}
  /// Takes a log line.
  package var log: @Sendable (_ isWarning: Bool, _ text: String) -> Void = { _, _ in }

  /// Creates surroundings.
  package init() {}
}
