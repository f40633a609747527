package import HostSurface

/// The settings of a socket door.
package struct SocketSettings: Sendable {
  /// The path of the socket.
  package var path: String
  /// The mode of the socket's file.
  package var mode: UInt16 = 0o600
  /// The group that the socket's file belongs to, and whose members the peers' `isInGroup` names; nil for none.
  package var group: String?
  /// The limits.
  package var limits = DoorLimits()
  /// The users who have the limits of an owner.
  package var owners: Set<UInt32> = [0, SocketSettings.currentUser]
  /// The lock that the daemon took before anything else; nil has the door take it.
  package var lock: HostLock?
  /// A listening socket that systemd passed; nil has the door make one at `path`.
  package var passed: PassedSocket?

  /// Creates the settings of a user's door.
  ///
  /// - Parameter path: the path of the socket.
  package init(path: String) {
    self.path = path
  }

  /// Creates the settings of the machine's door: mode 0660, group `hookswitch`.
  ///
  /// - Parameter path: the path of the socket.
  package static func system(path: String) -> SocketSettings {
    var settings = SocketSettings(path: path)
    settings.mode = 0o660
    settings.group = "hookswitch"
    return settings
  }
}

/// Receives the door's log lines, of the topic `socket`.
///
/// It is called on the door's threads, and must return soon.
package typealias DoorLog = @Sendable (_ level: LogLevel, _ text: String) -> Void
