public import ConformanceDirectory
public import ConformanceReport
internal import ConformanceSupervisor
internal import TransportLoader

extension Conformance {
  /// Runs the tests of call directories on the plugin or program at `file`, and returns when all have ended.
  ///
  /// Each request has a process of its own, by the `hookswitch-helper` beside the `hookswitch` command. If the task is cancelled, the tests
  /// end at once.
  ///
  /// - Parameters:
  ///   - file: the library, or a program that writes records; a bare name of a library is also looked for beside the test bundle.
  ///   - change: changes the settings, like the options of the command.
  /// - Returns: the report of a run that the directory has passed.
  /// - Throws: `ConformanceFailure` with the report when the directory has not passed; `ConformanceError` when nothing could run.
  @discardableResult
  public static func checkDirectory(
    _ file: String, changing change: (inout DirectoryConformanceSettings) -> Void = { _ in }
  ) async throws -> ConformanceReport {
    let path = PluginFile.find(file)
    var settings = DirectoryConformanceSettings()
    let project = try ProjectFile.find(for: path, today: CalendarDay.today)
    (settings.skipped, settings.waivers) = (project.skip, project.waivers)
    settings.timeScale = try TimeScale.fromEnvironment()
    change(&settings)
    let report = try await run(try DirectoryJudge(checking: path, settings))
    guard report.isGood else { throw ConformanceFailure(plugin: file, report: report) }
    return report
  }

  /// Runs on a separate thread, since waiting for processes would block the rest of the test.
  private static func run(_ judge: DirectoryJudge) async throws -> ConformanceReport {
    let interruption = try Interruption()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isStarted = OSThread.start("conform", takesSignals: true) {
          continuation.resume(with: Result { try judge.run(until: interruption) { _ in } })
        }
        if !isStarted { continuation.resume(throwing: ConformanceError.kit("cannot start a thread; raise ulimit -u")) }
      }
    } onCancel: {
      interruption.interrupt()
    }
  }
}

extension DirectoryJudge {
  /// Prepares a run whose waivers may name tests of transports too.
  ///
  /// - Parameters:
  ///   - file: the plugin or the program.
  ///   - settings: the settings of the run.
  /// - Throws: a description of the error in the settings, the file, or the kit's surroundings.
  package init(checking file: String, _ settings: DirectoryConformanceSettings) throws(ConformanceError) {
    try self.init(file, settings, otherTests: Catalogue.tests.map(\.id) + Catalogue.absent.map(\.id))
  }
}
