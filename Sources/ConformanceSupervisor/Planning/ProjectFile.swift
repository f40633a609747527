public import ConformanceReport
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

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

/// Formats days.
package enum CalendarDay {
  /// Today in UTC: `2026-11-21`.
  package static var today: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func padded(_ number: Int32, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
  }
}
