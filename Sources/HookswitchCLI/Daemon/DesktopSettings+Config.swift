internal import DesktopBridge
internal import HostConfiguration

extension DesktopSettings {
  /// The names of the members of `desktop`.
  static let members = ["notifications", "ringing", "players", "sleep", "callaudio", "lockedNames"]

  /// Reads the member `desktop` of a configuration.
  mutating func read(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(Self.members)
    if let node = members["notifications"] { notifications = try node.word(Notifications.self) }
    if let node = members["ringing"] { ringing = try node.word(Ringing.self) }
    if let node = members["players"] { players = try node.flag }
    if let node = members["sleep"] { sleep = try node.flag }
    if let node = members["callaudio"] { callaudio = try node.flag }
    if let node = members["lockedNames"] { lockedNames = try node.flag }
  }
}
