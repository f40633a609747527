internal import TransportLoader

/// `hookswitch-conform.json`: what a project always wants of its runs, beside the plugin or where the command runs.
public struct ProjectFile: Sendable, Hashable {
  /// What the file is called.
  public static let name = "hookswitch-conform.json"

  /// Which failures are put up with for now.
  public var waivers: [Waiver] = []
  /// The configuration for the plugin, when `--config` names no other; a path, from the file's own folder.
  public var config: String?
  /// The level, when `--level` names no other.
  public var level: ConformanceLevel?
  /// Patterns of tests that are not run, besides those of `--skip`.
  public var skip: [String] = []
  /// Groups that must not be skipped, besides those of `--require`.
  public var require: [String] = []

  package init() {}

  /// Finds and reads the file for the plugin at `plugin`: beside it, else in the current folder; an empty one when there is none.
  /// - Parameter today: `2026-11-21`.
  package static func find(for plugin: String, today: String) throws(ConformanceError) -> ProjectFile {
    let folder = plugin.lastIndex(of: "/").map { String(plugin[...$0]) } ?? "./"
    for path in ["\(folder)\(name)", name] where SmallFile.exists(path) {
      return try ProjectFileReader(file: path, today: today).read(try SmallFile.read(path, limit: 1 << 20))
    }
    return ProjectFile()
  }
}
