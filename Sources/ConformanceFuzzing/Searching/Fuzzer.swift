package import ConformanceReport
package import ConformanceSupervisor

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Searches for a script that a plugin fails, and makes it as small as possible.
package struct Fuzzer: Sendable {
  private let process: FuzzProcess
  /// The real time of a chunk, which includes loading the plugin on a slow machine.
  private static let chunkBudget: Duration = .seconds(20)
  /// The real time of one script, which normally plays in milliseconds.
  private static let scriptBudget: Duration = .seconds(8)
  /// The time for making a failing script smaller: with a plugin that hangs, each try takes the whole budget.
  private static let shrinkingTime: Duration = .seconds(60)

  /// Prepares a search on the plugin at `path`.
  /// - Throws: a description of the error in the settings or the file.
  package init(path: String, settings: ConformanceSettings) throws(ConformanceError) {
    try self.init(path: path, settings: settings, program: try ChildProgram.find())
  }

  init(path: String, settings: ConformanceSettings, program: ChildProgram) throws(ConformanceError) {
    process = try FuzzProcess(path: path, settings: settings, program: program)
  }

  /// Searches until a failure is found or the time is over, on the calling thread and as many others as the settings say.
  ///
  /// - Parameter tell: receives the number of scripts as it grows, on any of these threads.
  package func search(
    for duration: Duration, until interruption: Interruption, tell: @escaping @Sendable (Int) -> Void
  ) throws(ConformanceError) -> FuzzReport {
    let begin = ContinuousClock.now
    let chunks = FuzzChunks(descriptors: process.plugin.descriptors, end: begin + duration)
    try Workers.run(process.settings.jobs) { work(through: chunks, interruption, tell) }
    let taken = ContinuousClock.now - begin
    if let failure = chunks.failure { throw failure }
    let finding = try chunks.found.map { found throws(ConformanceError) in
      try smallest(found.script, found.outcome, interruption)
    }
    return FuzzReport(
      seed: process.settings.seed, scripts: chunks.scripts, duration: taken, finding: finding, wasInterrupted: interruption.isWished)
  }

  /// Plays the script in a file, with each of the plugin's transports until one fails.
  /// - Returns: the last outcome; nil when it was interrupted.
  package func replay(_ file: String, until interruption: Interruption) throws(ConformanceError) -> TestOutcome? {
    let script = try FuzzScriptReader.read(file)
    var last: TestOutcome?
    for descriptor in process.plugin.descriptors {
      last = try process.run(
        .script(file: AbsolutePath.of(file)), script.kind, descriptor: descriptor, budget: Self.scriptBudget, until: interruption)
      if last?.status != .pass { return last }
    }
    return last
  }

  private func work(through chunks: FuzzChunks, _ interruption: Interruption, _ tell: @Sendable (Int) -> Void) {
    do throws(ConformanceError) {
      let folder = try TestFolder()
      defer { folder.remove() }
      let file = "\(folder.path)/script.json"
      while !interruption.isWished, let chunk = chunks.take() {
        let order = FuzzOrder.chunk(chunk.kind, first: chunk.first, count: FuzzChunks.size, file: file)
        guard
          let outcome = try process.run(
            order, chunk.kind, descriptor: chunk.descriptor, budget: Self.chunkBudget, until: interruption)
        else { return }
        let script = SmallFile.exists(file) ? try FuzzScriptReader.read(file) : FuzzScript(kind: chunk.kind, number: chunk.first - 1)
        unlink(file)
        tell(chunks.add(script.number + 1 - chunk.first))
        if outcome.status.isFailure { chunks.find(outcome, script) }
      }
    } catch {
      chunks.fail(error)
    }
  }

  private func smallest(
    _ script: FuzzScript, _ outcome: TestOutcome, _ interruption: Interruption
  ) throws(ConformanceError) -> FuzzFinding {
    let folder = try TestFolder()
    defer { folder.remove() }
    let end = ContinuousClock.now + Self.shrinkingTime
    var last = outcome
    func fails(_ script: FuzzScript) throws(ConformanceError) -> Bool {
      guard ContinuousClock.now < end, !interruption.isWished else { return false }
      let file = try folder.write("script.json", script.text)
      let order = FuzzOrder.script(file: file)
      let seen = try process.run(
        order, script.kind, descriptor: outcome.transport, budget: Self.scriptBudget, until: interruption)
      guard let seen, FailureMark(seen) == FailureMark(outcome) else { return false }
      last = seen
      return true
    }
    let failsAlone = try fails(script)
    var shrinker = FuzzShrinker(script, stillFails: fails)
    if failsAlone { try shrinker.shrink() }
    return FuzzFinding(
      outcome: last, script: shrinker.script.text, steps: shrinker.script.steps.count, stepsFound: script.steps.count,
      number: script.number, tries: shrinker.tries, failsAlone: failsAlone)
  }
}

/// Tells one failure from another while a script is made smaller.
///
/// All crashes count as the same, since broken memory may show anywhere. A broken rule is known by its sentence up to the first number.
struct FailureMark: Hashable {
  private let status: TestStatus
  private let sentence: String

  init(_ outcome: TestOutcome) {
    status = outcome.status
    sentence = outcome.status == .fail ? String(outcome.detail.prefix { !$0.isNumber }) : ""
  }
}
