public import ConformanceReport
public import ConformanceSupervisor
internal import TransportLoader

/// The kit as a library, for a one-line test by a transport's author.
///
/// ```swift
/// @Test func conforms() async throws { try await Conformance.check("libMyTransport.so", level: .call) }
/// ```
public enum Conformance {
  /// Runs the tests of `level` on the plugin at `plugin`, each in its own process, and returns when all have ended.
  ///
  /// The processes run the `hookswitch` command: the one that `HOOKSWITCH_COMMAND` names, that lies beside the test bundle, or that is on
  /// `PATH`. A file `hookswitch-conform.json` beside the plugin counts as it does for the command. If the task is cancelled, the tests end
  /// at once.
  ///
  /// - Parameters:
  ///   - plugin: the library; a bare name is also looked for beside the test bundle, where `swift build` leaves it.
  ///   - level: the level of the tests; nil takes the project file's, or `full`.
  ///   - change: changes the settings, like the options of the command.
  /// - Returns: the report of a run that the plugin has passed.
  /// - Throws: `ConformanceFailure` with the report when the plugin has not passed; `ConformanceError` when nothing could run.
  @discardableResult
  public static func check(
    _ plugin: String, level: ConformanceLevel? = nil, changing change: (inout ConformanceSettings) -> Void = { _ in }
  ) async throws -> ConformanceReport {
    let file = PluginFile.find(plugin)
    let project = try ProjectFile.find(for: file, today: CalendarDay.today)
    var settings = ConformanceSettings()
    settings.selection = TestSelection(level: level ?? project.level, skipped: project.skip)
    settings.requiredGroups = project.require
    settings.configFile = project.config
    settings.waivers = project.waivers
    settings.timeScale = try TimeScale.fromEnvironment()
    change(&settings)
    let report = try await run(Supervisor(path: file, settings: settings))
    guard report.isGood else { throw ConformanceFailure(plugin: plugin, report: report) }
    return report
  }

  /// Runs on a separate thread, since waiting for processes would block the rest of the test.
  private static func run(_ supervisor: Supervisor) async throws -> ConformanceReport {
    let interruption = try Interruption()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isStarted = OSThread.start("conform", takesSignals: true) {
          continuation.resume(with: Result { try supervisor.run(until: interruption, tell: { _ in }).report })
        }
        if !isStarted { continuation.resume(throwing: ConformanceError.kit("cannot start a thread; raise ulimit -u")) }
      }
    } onCancel: {
      interruption.interrupt()
    }
  }
}

/// A plugin has not passed its tests; printed, it describes the failures as the command does.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  private let plugin: String
  /// The report of the run.
  public let report: ConformanceReport

  package init(plugin: String, report: ConformanceReport) {
    self.plugin = plugin
    self.report = report
  }

  /// The tests that did not simply pass, and the summary.
  public var description: String {
    let text = report.plugin.directory == nil ? ConsoleText(plugin: plugin) : ConsoleText(directory: plugin)
    return (report.notable.compactMap(text.entry) + [text.closing(report)]).joined(separator: "\n")
  }
}

/// Finds the plugin that a test names.
enum PluginFile {
  /// Returns `name` if it exists or contains a folder; else the file of that name beside the test bundle, if there is one.
  static func find(_ name: String) -> String {
    guard !name.contains("/"), !SmallFile.exists(name) else { return name }
    let beside = ChildProgram.foldersBesideRunning.map { "\($0)/\(name)" }
    return beside.first(where: SmallFile.exists) ?? name
  }
}
