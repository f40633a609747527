package import DoorKit
package import StrictJSON

/// A bus of the desktop.
package enum DesktopBus: Hashable, CaseIterable, Sendable {
  case session, system
}

/// A service of the desktop, which may be absent, come and go.
package enum DesktopService: Hashable, CaseIterable, Sendable {
  case notifications, portal, feedback, callAudio, logind

  package var bus: DesktopBus { self == .logind ? .system : .session }

  package var name: String {
    switch self {
    case .notifications: "org.freedesktop.Notifications"
    case .portal: "org.freedesktop.portal.Desktop"
    case .feedback: "org.sigxcpu.Feedback"
    case .callAudio: "org.mobian_project.CallAudio"
    case .logind: "org.freedesktop.login1"
    }
  }

  package var path: String {
    switch self {
    case .notifications: "/org/freedesktop/Notifications"
    case .portal: "/org/freedesktop/portal/desktop"
    case .feedback: "/org/sigxcpu/Feedback"
    case .callAudio: "/org/mobian_project/CallAudio"
    case .logind: "/org/freedesktop/login1"
    }
  }

  /// The interface whose signals the bridge takes.
  package var interface: String {
    switch self {
    case .notifications: "org.freedesktop.Notifications"
    case .portal: "org.freedesktop.portal.Notification"
    case .feedback: "org.sigxcpu.Feedback"
    case .callAudio: "org.mobian_project.CallAudio"
    case .logind: "org.freedesktop.login1.Manager"
    }
  }
}

/// The names of music players.
enum MediaPlayer {
  static let prefix = "org.mpris.MediaPlayer2"
  static let path = "/org/mpris/MediaPlayer2"
  static let interface = "org.mpris.MediaPlayer2.Player"
}

/// A call to a service, which has 2 seconds for its reply.
package struct DesktopCall: Equatable, Sendable {
  package var bus: DesktopBus
  package var name: String
  package var path: String
  package var interface: String
  package var member: String
  package var values: [BusDatum]
  /// The part of the bridge that gets the reply; nil when the reply does not matter.
  package var tag: DesktopTag?
  /// The lock that keeps the descriptor of the reply.
  package var lock: DesktopLock?

  /// Creates a call.
  init(
    _ bus: DesktopBus, _ name: String, _ path: String, _ interface: String, _ member: String, _ values: [BusDatum] = [],
    tag: DesktopTag? = nil, lock: DesktopLock? = nil
  ) {
    (self.bus, self.name, self.path, self.interface, self.member) = (bus, name, path, interface, member)
    (self.values, self.tag, self.lock) = (values, tag, lock)
  }

  /// Creates a call to the main object of a service.
  init(_ service: DesktopService, _ member: String, _ values: [BusDatum] = [], tag: DesktopTag? = nil, lock: DesktopLock? = nil) {
    self.init(service.bus, service.name, service.path, service.interface, member, values, tag: tag, lock: lock)
  }
}

/// A lock of the session's manager, which lasts as long as its descriptor is open.
package enum DesktopLock: Hashable, CaseIterable, Sendable {
  /// Keeps the machine awake.
  case block
  /// Delays the machine's sleep until calls have ended.
  case delay
}

/// The part of the bridge to which a reply belongs.
package enum DesktopTag: Hashable, Sendable {
  case capabilities(Int)
  case portal(Int)
  case shown(NoteKey, Int)
  case feedback(Int)
  case players(Int)
  case playing(String, Int)
  case paused(String)
  case stillPaused(String, Int)
  case lock(DesktopLock)
  case user, display
  case hint
}

/// The reply to a call of a service.
package enum DesktopReply: Equatable, Sendable {
  /// The arguments, and the unique name of the replying program.
  case values([JSONValue], from: String = "")
  /// The error's name; a time-out is one too.
  case failed(String)

  /// The arguments; nil for an error.
  var values: [JSONValue]? {
    guard case .values(let values, _) = self else { return nil }
    return values
  }
}
