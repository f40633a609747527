internal import TransportLoader

/// `hookswitch-conform.json`: a project's permanent settings of its runs, beside the plugin or in the current folder.
public struct ProjectFile: Sendable, Hashable {
  /// The file's name.
  public static let name = "hookswitch-conform.json"

  /// The failures that are accepted for now.
  public var waivers: [Waiver] = []
  /// The path of the plugin's configuration, relative to the file's folder, when `--config` names no other.
  public var config: String?
  /// The level, when `--level` names no other.
  public var level: ConformanceLevel?
  /// Patterns of tests to leave out, besides those of `--skip`.
  public var skip: [String] = []
  /// Groups that must run, besides those of `--require`.
  public var require: [String] = []

  package init() {}

  /// Reads the file for the plugin at `plugin`, from beside it or else the current folder; returns an empty one when there is none.
  /// - Parameter today: `2026-11-21`.
  package static func find(for plugin: String, today: String) throws(ConformanceError) -> ProjectFile {
    let folder = plugin.lastIndex(of: "/").map { String(plugin[...$0]) } ?? "./"
    for path in ["\(folder)\(name)", name] where SmallFile.exists(path) {
      return try ProjectFileReader(file: path, today: today).read(try SmallFile.read(path, limit: 1 << 20))
    }
    return ProjectFile()
  }
}
