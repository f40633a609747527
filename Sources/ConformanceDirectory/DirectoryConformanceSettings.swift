public import ConformanceReport
package import ConformanceSupervisor
internal import StrictJSON

/// The settings of a run of tests on a call directory.
public struct DirectoryConformanceSettings: Sendable {
  /// Patterns of which one must match a test's id; empty means all tests.
  public var patterns: [String] = []
  /// Patterns of which none may match a test's id.
  public var skipped: [String] = []
  /// The plugin's settings as one JSON text; empty for none.
  public var config = ""
  /// The value of `--config` as it was given, for the command that repeats a test; nil for none.
  var configWord: String?
  /// The failures that are accepted for now.
  public var waivers: [Waiver] = []
  /// The factor on the time in which an entry must come, for slow machines.
  public var timeScale = 1.0
  /// The largest number of entries.
  public var maximumEntries = 20_000_000

  /// The largest size of settings, in bytes: as in a host's configuration.
  static let configLimit = 65_536

  /// Creates the usual settings.
  public init() {}

  /// Takes settings from the value of `--config`: a JSON object, or the name of a file with a JSON text.
  ///
  /// - Parameter value: the text or the name.
  /// - Throws: a usage error with the reason.
  package mutating func takeConfig(_ value: String) throws(ConformanceError) {
    configWord = value
    let isText = value.first { !$0.isWhitespace } == "{"
    let bytes = isText ? Array(value.utf8) : try SmallFile.read(value, limit: Self.configLimit)
    do {
      config = try JSONReader.read(bytes).sorted.text
    } catch {
      throw .usage("--config \(isText ? "{…}" : value): \(error)")
    }
    guard config.utf8.count <= Self.configLimit else {
      throw .usage("--config: has more than \(Self.configLimit) bytes; put them into a file, and its path into the settings")
    }
  }

  /// Returns true if the test of that id is selected.
  package func contains(_ id: String) -> Bool {
    (patterns.isEmpty || patterns.contains { GlobPattern($0).matches(id) }) && !skipped.contains { GlobPattern($0).matches(id) }
  }
}
