internal import CallDirectory
internal import ConformanceHarness
internal import ConformanceSupervisor
internal import Glibc
internal import Locking

/// The host of a directory under test: it makes requests, and keeps the first one for the tests that compare with it.
///
/// Used on one thread, which must not end before: the process of a plugin dies with the thread that started it.
final class DirectoryBench {
  /// The directory under test.
  let subject: DirectorySubject
  private let settings: DirectoryConformanceSettings
  private let helper: String
  /// The folder of tables and pages.
  private let folder: String
  private let interruption: Interruption
  private var revision = 0
  /// The number of requests before the present test.
  private var before = 0
  /// The first request; nil before it was made.
  private(set) var kept: DirectoryObservation?
  /// True once the process of the first request did not end as it must: every other request would end so too.
  var endsBadly = false
  /// The table after an incremental request, for the next one.
  var changed: DirectoryTable?
  /// The output of the processes since the begin of the test.
  private(set) var output = ""

  /// The directory's id in the host.
  private static let id = "org.hookswitch.conform"
  /// The time without an entry after which the host gives up.
  private static let patience = Duration.seconds(30)
  private static let deadline = 300.0

  init(
    _ subject: DirectorySubject, _ settings: DirectoryConformanceSettings, helper: String, folder: String, _ interruption: Interruption
  ) {
    (self.subject, self.settings, self.helper, self.folder, self.interruption) = (subject, settings, helper, folder, interruption)
  }

  /// The plugin's settings, as one JSON text.
  var config: String { settings.config }

  /// Forgets what was printed.
  func beginTest() { (output, before) = ("", revision) }

  /// The number of requests in the present test.
  var requests: Int { revision - before }

  /// A request of the host.
  struct Request {
    /// The present table; nil without one.
    var table: DirectoryTable?
    /// True to take everything, whatever the table.
    var isFull = false
    /// Other settings than the plugin's own.
    var config: String?
    /// The entry, from 1, that is refused.
    var refused: Int?
    /// The moment at which the plugin waits until the host gives up.
    var hold: RequestTrial.Hold?
  }

  /// The first full request of the run, without a table and without a token.
  func first() throws -> DirectoryObservation {
    if let kept { return kept }
    let observation = try make(Request())
    kept = observation
    return observation
  }

  /// The entries of the first request, which has worked.
  func table() throws -> DirectoryTable {
    guard let table = try first().outcome?.table else { throw TestSkip("the full request fails") }
    return table
  }

  /// Makes a request.
  ///
  /// - Throws: an error of the kit, or the interruption of the run.
  func make(_ request: Request) throws -> DirectoryObservation {
    var observation = DirectoryObservation()
    revision += 1
    var load = load(request.table)
    load.settings.source = subject.source(request.config ?? config)
    load.isFull = request.isFull
    if subject.isPlugin {
      let page = "\(folder)/conduct.\(revision)"
      guard let witness = RequestWitness(page, isNew: true) else {
        throw ConformanceError.kit("\(page) cannot be written: \(String(cString: strerror(errno)))")
      }
      observation.witness = witness
      var trial = RequestTrial(witness: page)
      (trial.refused, trial.hold) = (request.refused, request.hold)
      load.trial = trial
    }
    let end = Locked<SourceEnd?>(nil)
    load.noteEnd = { ended in end.withLock { $0 = ended } }
    observation.patience = Self.patience * settings.timeScale
    let watch = LoadWatch(load.gate, observation.witness, interruption, patience: observation.patience)
    try watch.start()
    let begin = ContinuousClock.now
    do throws(DirectoryError) {
      let outcome = try load.run()
      // The table stays mapped.
      unlink(outcome.table.path)
      observation.outcome = outcome
    } catch {
      observation.error = error
    }
    observation.duration = ContinuousClock.now - begin
    watch.stop()
    observation.hasStalled = watch.hasStalled
    observation.isLate = observation.duration >= .seconds(load.settings.deadline)
    observation.end = end.withLock { $0 }
    output += observation.end?.output ?? ""
    if interruption.isWished { throw RunInterrupted() }
    return observation
  }

  /// Makes a request that must work.
  ///
  /// - Throws: the fault of a request that failed.
  func succeed(_ request: Request) throws -> (observation: DirectoryObservation, outcome: DirectoryLoad.Outcome) {
    let observation = try make(request)
    if let fault = observation.fault { throw fault }
    guard let outcome = observation.outcome else { throw ConformanceError.kit("a load ended without a result") }
    return (observation, outcome)
  }

  /// Makes a table from another one by records, as if the directory had sent them with a token.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - records: the records between the first line and the last.
  ///   - token: the token; empty for none.
  func altered(_ table: DirectoryTable, _ records: [String], token: String) throws -> DirectoryTable {
    revision += 1
    let end = token.isEmpty ? "complete" : "complete\t\(token)"
    let lines = ["hookswitch-directory 1 incremental"] + records + [end]
    do throws(DirectoryError) {
      let altered = try load(table).run(records: lines.joined(separator: "\n") + "\n").table
      unlink(altered.path)
      return altered
    } catch {
      throw ConformanceError.kit("a table cannot be made: \(error)")
    }
  }

  private func load(_ table: DirectoryTable?) -> DirectoryLoad {
    var directory = DirectorySettings(id: Self.id, source: subject.source(config))
    directory.limits.maximumEntries = settings.maximumEntries
    directory.deadline = Self.deadline * max(1, settings.timeScale)
    var load = DirectoryLoad(directory, folder: folder, table: table, revision: revision, now: 0)
    load.helper = helper
    return load
  }
}

/// The run was interrupted.
struct RunInterrupted: Error {}
