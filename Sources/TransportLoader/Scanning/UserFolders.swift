internal import CLinux
internal import Glibc

/// This user's folders for programs' files (XDG Base Directory Specification).
struct UserFolders: Sendable {
  /// For data that can be recreated: `$XDG_CACHE_HOME`, or `~/.cache`.
  var cache: String?
  /// For settings: `$XDG_CONFIG_HOME`, or `~/.config`.
  var settings: String?
  /// For state: `$XDG_STATE_HOME`, or `~/.local/state`.
  var state: String?

  /// The environment's folders; none in a program with raised privileges, whose environment cannot be trusted.
  static var standard: UserFolders {
    getauxval(UInt(AT_SECURE)) == 0
      ? UserFolders { name in getenv(name).flatMap { String(validatingCString: $0) } } : UserFolders { _ in nil }
  }

  init(variable: (String) -> String?) {
    func folder(_ name: String, _ usual: String) -> String? {
      // The specification says to ignore relative paths.
      if let path = variable(name), path.hasPrefix("/") { return path }
      return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + usual : nil }
    }
    cache = folder("XDG_CACHE_HOME", "/.cache")
    settings = folder("XDG_CONFIG_HOME", "/.config")
    state = folder("XDG_STATE_HOME", "/.local/state")
  }
}
