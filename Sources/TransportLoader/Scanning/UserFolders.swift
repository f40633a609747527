internal import CLinux
internal import Glibc

/// The folders in which this user's programs keep things (XDG Base Directory Specification).
struct UserFolders: Sendable {
  /// For what can be made again: `$XDG_CACHE_HOME`, or `~/.cache`.
  var cache: String?
  /// For what the person decides: `$XDG_CONFIG_HOME`, or `~/.config`.
  var settings: String?
  /// For what was found out: `$XDG_STATE_HOME`, or `~/.local/state`.
  var state: String?

  /// Those of the environment; none in a program with raised privileges, whose environment is somebody else's.
  static var standard: UserFolders {
    getauxval(UInt(AT_SECURE)) == 0
      ? UserFolders { name in getenv(name).flatMap { String(validatingCString: $0) } } : UserFolders { _ in nil }
  }

  init(variable: (String) -> String?) {
    func folder(_ name: String, _ usual: String) -> String? {
      // A path that is not absolute is to be ignored.
      if let path = variable(name), path.hasPrefix("/") { return path }
      return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + usual : nil }
    }
    cache = folder("XDG_CACHE_HOME", "/.cache")
    settings = folder("XDG_CONFIG_HOME", "/.config")
    state = folder("XDG_STATE_HOME", "/.local/state")
  }
}
