internal import CallDirectory
internal import ConformanceHarness
package import ConformanceReport
internal import ConformanceRules
package import ConformanceSupervisor
internal import Glibc
internal import TransportLoader

/// Runs the tests of a call directory, one after the other: each request has a process of its own, as in a host.
package struct DirectoryJudge: Sendable {
  private let subject: DirectorySubject
  private let settings: DirectoryConformanceSettings
  private let file: String
  private let helper: String
  private let tests: [DirectoryTest]

  /// Prepares a run: reads the file and chooses the tests, but runs nothing.
  ///
  /// - Parameters:
  ///   - file: the plugin or the program.
  ///   - settings: the settings of the run.
  ///   - otherTests: the ids of tests that are not about directories, which the same waivers may name.
  /// - Throws: a description of the error in the settings, the file, or the kit's surroundings.
  package init(
    _ file: String, _ settings: DirectoryConformanceSettings, otherTests: [String] = []
  ) throws(ConformanceError) {
    subject = try DirectorySubject(file)
    self.file = file
    self.settings = settings
    guard subject.isPlugin || settings.config.isEmpty else { throw .usage("--config: a program of a directory has no settings") }
    let ids = DirectoryTest.all.map(\.id)
    if let idle = settings.waivers.first(where: { waiver in !(ids + otherTests).contains(where: waiver.covers) }) {
      throw .usage("\(ProjectFile.name): the waiver for \(idle.tests) matches no test; correct its name or remove it")
    }
    tests = DirectoryTest.all.filter { settings.contains($0.id) }
    helper = try Self.findHelper()
  }

  /// Finds the helper that goes with the kit's program, or with the running one.
  private static func findHelper() throws(ConformanceError) -> String {
    let program = try? ChildProgram.find()
    let folder = program?.path.lastIndex(of: "/").flatMap { place in program.map { String($0.path[..<place]) } }
    let places = folder.map { ["\($0)/hookswitch-helper", "\($0)/../libexec/hookswitch/hookswitch-helper"] } ?? []
    let contact = FirstContact.standard(helper: places.first { access($0, X_OK) == 0 })
    guard let file = contact.helperFile, contact.trouble == nil else {
      throw .kit("\(contact.trouble ?? "there is no hookswitch-helper"); build it (swift build --product hookswitch-helper), or install it")
    }
    return file
  }

  /// The number of tests in the run.
  package var count: Int { tests.count }

  /// Runs all tests on the calling thread, which must not end before.
  ///
  /// - Parameters:
  ///   - interruption: the request to end the run.
  ///   - tell: receives each outcome as it comes.
  package func run(until interruption: Interruption, tell: (TestOutcome) -> Void) throws(ConformanceError) -> ConformanceReport {
    let folder = try TestFolder()
    defer { folder.remove() }
    let begin = ContinuousClock.now
    let bench = DirectoryBench(subject, settings, helper: helper, folder: "\(folder.path)/tmp", interruption)
    var identity = PluginIdentity(file: subject.file, sha256: subject.digest, transports: [])
    var report = ConformanceReport(plugin: identity, level: nil, seed: 0)
    for test in tests {
      guard !interruption.isWished, let outcome = try outcome(of: test, bench) else { break }
      report.outcomes.append(outcome)
      tell(outcome)
    }
    identity.directory = Self.description(of: bench)
    report.plugin = identity
    report.waivers = settings.waivers
    report.outcomes = FailureCauses.marked(report.outcomes)
    report.wasInterrupted = interruption.isWished
    report.milliseconds = (ContinuousClock.now - begin).milliseconds
    return report
  }

  private static func description(of bench: DirectoryBench) -> PluginIdentity.Directory {
    let witness = bench.kept?.witness
    return .init(id: witness?.text(.id) ?? "", version: witness?.text(.version) ?? "")
  }

  /// Runs a test; returns nil when the run was interrupted.
  private func outcome(of test: DirectoryTest, _ bench: DirectoryBench) throws(ConformanceError) -> TestOutcome? {
    let begin = ContinuousClock.now
    bench.beginTest()
    var (status, detail, notes) = (TestStatus.pass, "", [String]())
    var account: FailureAccount?
    do {
      notes = try body(of: test, bench)
    } catch let fault as DirectoryFault {
      (status, detail) = (fault.status, fault.sentence)
      if status.isFailure { account = FailureAccount(fault, of: test, isPlugin: subject.isPlugin, requests: bench.requests) }
    } catch let skip as TestSkip {
      (status, detail) = (.skip, skip.reason)
    } catch is RunInterrupted {
      return nil
    } catch let error as ConformanceError {
      throw error
    } catch {
      throw .kit("\(test.id) ended with an error that it should have explained: \(error)")
    }
    var outcome = TestOutcome(
      id: test.id, transport: Self.description(of: bench).id, repetition: 1, status: status,
      detail: QuotedText.shortened(detail, to: 2_000), warnings: notes, title: test.title,
      rules: TransportRules.rules(shownBy: test.id).map(\.id), seed: 0, milliseconds: (ContinuousClock.now - begin).milliseconds,
      transcript: [], output: status.isFailure ? bench.output : "",
      waiver: status.isFailure ? settings.waivers.first { $0.covers(test.id) } : nil)
    outcome.account = account
    outcome.again = again(test)
    outcome.place = tests.firstIndex { $0.id == test.id } ?? 0
    return outcome
  }

  /// Returns the command that repeats a test alone.
  private func again(_ test: DirectoryTest) -> String {
    var command = RepeatCommand(["hookswitch", "conform", "--directory", file])
    command.add("--test", test.id)
    command.add("--config", settings.configWord)
    if settings.timeScale != 1 { command.variables = [(TimeScale.variable, "\(settings.timeScale)")] }
    return command.text
  }

  /// Runs a test's body, if the first request lets it: the fault of that belongs to one test.
  private func body(of test: DirectoryTest, _ bench: DirectoryBench) throws -> [String] {
    if test.isForPlugins, !subject.isPlugin { throw TestSkip("a program has no functions") }
    if let fault = try bench.first().fault {
      if fault.test == test.id || fault.test.isEmpty { throw fault }
      throw TestSkip("the first request fails; see \(fault.test)")
    }
    if bench.endsBadly { throw TestSkip("the process of the first request ends badly; see directory.crash") }
    return try test.body(bench)
  }
}
