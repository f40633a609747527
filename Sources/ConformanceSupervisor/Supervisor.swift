package import ConformanceHarness
public import ConformanceReport
internal import TransportLoader

/// Runs the tests of a plan, each in its own process, and never opens the plugin itself.
public struct Supervisor: Sendable {
  /// The plugin.
  public let plugin: PluginIdentity
  /// The settings of the run.
  public let settings: ConformanceSettings
  private let absent: [AbsentTest]
  private let plan: ConformancePlan
  private let program: ChildProgram
  private let held: HeldFiles
  private let wrapper: String?

  /// Prepares a run of tests of `catalogue` on the plugin at `path`: inspects the file and chooses the tests, but runs nothing.
  ///
  /// - Parameters:
  ///   - absent: the tests that do not exist yet, which the report lists.
  ///   - otherTests: the ids of tests that are not about transports, which the same waivers may name.
  ///   - program: the program that runs each test.
  /// - Throws: a description of the error in the settings or the file.
  package init(
    path: String, settings: ConformanceSettings, catalogue: [ConformanceTest], absent: [AbsentTest] = [], otherTests: [String] = [],
    program: ChildProgram
  ) throws(ConformanceError) {
    let mark = FileMark(path)
    self.plugin = try PluginIdentity.read(path)
    held = try HeldFiles(plugin: plugin.file, since: mark, program: program)
    self.absent = absent
    self.program = program
    var settings = settings
    settings.plugin = (path, plugin.descriptors.count)
    if let file = settings.configFile {
      _ = try SmallFile.read(file, limit: 1 << 20)
      settings.configFile = AbsolutePath.of(file)
    }
    self.settings = settings
    let groups = Set(catalogue.map(\.group) + absent.map { String($0.id.prefix { $0 != "." }) })
    if let unknown = settings.requiredGroups.first(where: { !groups.contains($0) }) {
      throw .usage("--require \(unknown): the group does not exist; groups are \(groups.sorted().joined(separator: ", "))")
    }
    let ids = catalogue.map(\.id) + absent.map(\.id) + otherTests
    if let idle = settings.waivers.first(where: { waiver in !ids.contains(where: waiver.covers) }) {
      throw .usage("\(ProjectFile.name): the waiver for \(idle.tests) matches no test; correct its name or remove it")
    }
    wrapper = try settings.wrapper.first.map { name throws(ConformanceError) in
      guard let path = ChildProgram.path(of: name) else { throw .usage("--wrap \(name): no such program on PATH; give its path") }
      return path
    }
    if let id = settings.transport, !plugin.descriptors.contains(id) {
      throw .usage("--transport \(id): the plugin has no such transport; it has \(plugin.descriptors.joined(separator: ", "))")
    }
    plan = ConformancePlan(
      catalogue, settings.selection, descriptors: settings.transport.map { [$0] } ?? plugin.descriptors, seed: settings.seed,
      repetitions: settings.repetitions, shuffled: settings.isShuffled)
  }

  /// The number of tests in the run.
  public var count: Int { plan.tests.count }

  /// False if two instances in two processes would disturb each other.
  ///
  /// That is so when a transport keeps time itself, as network transports do, and the configuration names no ports that each test could
  /// have for itself.
  package var mayRunBesideItself: Bool {
    plugin.transports.allSatisfy { !$0.keepsTime } || ((try? settings.portCount) ?? 0) > 0
  }

  /// Runs all tests, on the calling thread and as many others as the settings say, and returns when the last process has ended.
  ///
  /// - Parameter tell: receives each outcome as it comes, on any of these threads, several of which may call it at once.
  package func run(until interruption: Interruption, tell: @escaping @Sendable (TestOutcome) -> Void) throws(ConformanceError)
    -> SupervisedRun
  {
    let begin = ContinuousClock.now
    let work = SharedWork(count: plan.tests.count)
    let jobs = settings.isInProcess || !mayRunBesideItself ? 1 : max(1, min(settings.jobs, plan.tests.count))
    try Workers.run(jobs) { self.work(through: work, interruption, tell) }
    if let failure = work.failure { throw failure }
    return SupervisedRun(report: report(work.outcomes, interruption.isWished, ContinuousClock.now - begin), trace: work.trace)
  }

  private var isolation: ReportedIsolation {
    let means = settings.isInProcess || wrapper != nil ? "nothing" : Confinement.words(settings.namespaces(of: plugin))
    return ReportedIsolation(place: settings.place.rawValue, means: means)
  }

  private func work(through work: SharedWork, _ interruption: Interruption, _ tell: @Sendable (TestOutcome) -> Void) {
    while !interruption.isWished, let index = work.take() {
      let planned = plan.tests[index]
      do throws(ConformanceError) {
        let done =
          try settings.isInProcess
          ? InProcessTest(planned: planned, plugin: plugin, settings: settings).run()
          : DividedTest(
            child: TestChild(planned: planned, plugin: plugin, settings: settings, program: program, held: held, wrapper: wrapper),
            count: mayRunBesideItself ? DividedTest.processes(for: planned.test, settings) : 1
          ).run(until: interruption)
        guard let (outcome, trace) = done else { return }
        work.finish(index, outcome, trace)
        tell(outcome)
      } catch {
        work.fail(error)
      }
    }
  }

  /// The report of a run that has not ended, for the files of a command that may be killed.
  public var unfinished: ConformanceReport { report([], true, .zero) }

  private func report(_ outcomes: [TestOutcome], _ wasInterrupted: Bool, _ duration: Duration) -> ConformanceReport {
    var report = ConformanceReport(plugin: plugin, level: settings.selection.effectiveLevel, seed: settings.seed)
    report.outcomes = FailureCauses.marked(outcomes)
    report.absent = absent.filter { settings.selection.contains($0.id) }
    report.waivers = settings.waivers
    let ran = Set(outcomes.filter { $0.status != .skip }.map(\.group))
    report.unmetGroups = settings.requiredGroups.filter { !ran.contains($0) }
    report.wasInterrupted = wasInterrupted
    report.planned = plan.tests.count
    report.isolation = isolation
    report.milliseconds = duration.milliseconds
    return report
  }
}

/// The results of a supervised run.
package struct SupervisedRun: Sendable {
  /// The report.
  package let report: ConformanceReport
  /// The trace of each test, one event a line; empty unless the run was traced.
  package let trace: [(test: String, events: [UInt8])]
}

extension PluginIdentity {
  /// Inspects the plugin at `path` without running any of its code.
  /// - Throws: a usage error when it is no readable file.
  package static func read(_ path: String) throws(ConformanceError) -> PluginIdentity {
    guard path.hasSuffix(".so") else { throw .usage("\(path): is not a plugin: the name of a plugin's library ends in .so") }
    _ = try SmallFile.read(path, limit: 512 << 20)
    let inspection = TransportInspection.readAbout(file: path)
    let named = inspection.candidates.compactMap { candidate in
      candidate.id.map { Transport(id: $0, version: candidate.manifest?.version ?? "", keepsTime: candidate.manifest?.clock == .own) }
    }
    let noted = inspection.notes.map { Transport(id: $0.id, version: $0.version) }
    let known = Set(named.map(\.id))
    return PluginIdentity(
      file: inspection.file, sha256: inspection.sha256 ?? "", transports: named + noted.filter { !known.contains($0.id) })
  }
}
