/// The files of a daemon: of a user's, or of the machine's.
struct DaemonPaths: Equatable, Sendable {
  /// The configuration; nil where the environment names no place for it.
  var config: String?
  var socket: String
  /// The folder of the memory.
  var state: String

  /// Returns the files of a daemon.
  ///
  /// - Parameters:
  ///   - isSystem: true for the machine's daemon.
  ///   - environment: the environment, from which a user's places come.
  /// - Throws: a usage error when the environment names no place for the socket or the memory.
  static func usual(isSystem: Bool, environment: [String: String]) throws(CommandError) -> DaemonPaths {
    if isSystem {
      return DaemonPaths(config: "/etc/hookswitch/config.json", socket: "/run/hookswitch/host.sock", state: "/var/lib/hookswitch")
    }
    func folder(_ name: String, _ below: String) -> String? {
      if let path = environment[name], path.hasPrefix("/") { return path }
      return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + below : nil }
    }
    guard let state = folder("XDG_STATE_HOME", "/.local/state") else {
      throw .usage("neither XDG_STATE_HOME nor HOME is an absolute path; set one, or give --state")
    }
    return DaemonPaths(
      config: folder("XDG_CONFIG_HOME", "/.config").map { $0 + "/hookswitch/config.json" }, socket: socket(environment, state: state),
      state: state + "/hookswitch")
  }

  /// Returns the socket of a user's daemon; without XDG_RUNTIME_DIR it lies beside the memory.
  private static func socket(_ environment: [String: String], state: String) -> String {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return runtime + "/hookswitch/host.sock" }
    return state + "/hookswitch/host.sock"
  }
}
