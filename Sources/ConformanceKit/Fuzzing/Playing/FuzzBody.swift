/// The bodies of tests that play scripts: rows of the table, and what the fuzzer has its children do.
enum FuzzBody {
  /// How much real time a child plays before it reports: short, so that a search ends when it should.
  static let chunkTime: Duration = .seconds(2)

  /// The test that follows an order of the fuzzer's, in place of the catalogue's.
  static func test(_ order: FuzzOrder, id: String) -> ConformanceTest {
    ConformanceTest(id, .must, "") { run in
      switch order {
      case .script(let file):
        let runner = try FuzzRunner(run)
        try runner.play(read(file))
        try runner.close()
      case .chunk(let kind, let first, let count, let file):
        try play(run, kind, first..<first + count, for: chunkTime, noting: ScriptNote(file))
      }
    }
  }

  /// A row of the table: as many scripts of the run's seed as fit into the time.
  static func row(_ kind: FuzzScript.Kind, count: Int, for time: Duration) -> @Sendable (TestRun) throws -> Void {
    { run in
      do {
        try play(run, kind, 0..<count, for: time, noting: nil)
      } catch let failure as TestFailure {
        throw TestFailure("\(failure.sentence); `hookswitch conform fuzz PLUGIN --seed \(run.seed)` cuts the script down")
      }
    }
  }

  private static func play(
    _ run: TestRun, _ kind: FuzzScript.Kind, _ numbers: Range<Int>, for time: Duration, noting note: ScriptNote?
  ) throws {
    let end = RealClock.now + time.nanoseconds
    let runner = try FuzzRunner(run)
    let generator = FuzzGenerator(kind: kind, seed: run.seed, soil: try runner.soil())
    for number in numbers where RealClock.now < end {
      let script = generator.script(number)
      note?.write(script.text)
      do {
        try runner.play(script)
      } catch let failure as TestFailure where note == nil {
        throw TestFailure("script \(number): \(failure.sentence)")
      }
    }
    try runner.close()
  }

  private static func read(_ file: String) throws -> FuzzScript {
    do {
      return try FuzzScriptReader.read(file)
    } catch {
      throw TestUnable("\(error)")
    }
  }
}
