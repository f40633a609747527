package import ConformanceHarness
internal import Glibc

/// The bodies of tests that play scripts, for the catalogue and for the fuzzer's children.
package enum FuzzBody {
  /// The real time that a child plays before it reports: short, so that a search ends in time.
  static let chunkTime: Duration = .seconds(2)

  /// Returns the test that carries out an order of the fuzzer, in place of the catalogue's test.
  package static func test(_ order: FuzzOrder, id: String) -> ConformanceTest {
    ConformanceTest(id, .must, "") { run in
      switch order {
      case .script(let file):
        let runner = try FuzzRunner(run)
        try runner.play(read(file))
        try runner.close()
      case .chunk(let kind, let first, let count, let file):
        try play(run, kind, stride(from: first, to: first + count, by: 1), for: chunkTime, noting: ScriptNote(file))
      }
    }
  }

  /// Returns the body of a test in the catalogue: it plays its share of the first `count` scripts of the run's seed, while time is left.
  package static func row(_ kind: FuzzScript.Kind, count: Int, for time: Duration) -> @Sendable (TestRun) throws -> Void {
    { run in
      do {
        try play(run, kind, run.share.numbers(of: count), for: time, noting: nil)
      } catch let failure as TestFailure {
        throw failure.adding("`hookswitch conform fuzz PLUGIN --seed \(run.seed)` cuts the script down")
      }
    }
  }

  private static func play(
    _ run: TestRun, _ kind: FuzzScript.Kind, _ numbers: StrideTo<Int>, for time: Duration, noting note: ScriptNote?
  ) throws {
    let end = RealClock.now + time.nanoseconds
    let runner = try FuzzRunner(run)
    let generator = FuzzGenerator(kind: kind, seed: run.seed, soil: try runner.soil())
    var turns = TurnTaking(isShared: run.share != .whole)
    var round = (scripts: 0, steps: 0, start: RealClock.now)
    ExecutorProcess.take(turns.way, share: run.share)
    defer { ExecutorProcess.take(.freely) }
    for number in numbers where RealClock.now < end {
      let script = generator.script(number)
      note?.write(script.text)
      do {
        try runner.play(script)
      } catch let failure as TestFailure where note == nil {
        throw failure.told("script \(number)")
      }
      round.steps += script.steps.count
      round.scripts += 1
      guard round.scripts == TurnTaking.round else { continue }
      if turns.finish(steps: round.steps, nanoseconds: RealClock.now - round.start) { ExecutorProcess.take(turns.way, share: run.share) }
      round = (0, 0, RealClock.now)
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

/// The file in which a child notes the script that it plays, in case it dies.
struct ScriptNote {
  private let file: CInt

  /// Opens the file.
  /// - Throws: `TestUnable` when it cannot be written.
  init(_ path: String) throws {
    let opened = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    // A high number, out of the way of the descriptors that the plugin opens.
    file = opened < 0 ? -1 : fcntl(opened, F_DUPFD_CLOEXEC, 200)
    guard file >= 0 else { throw TestUnable("\(path) cannot be written: \(String(cString: strerror(errno)))") }
    close(opened)
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    ftruncate(file, 0)
    pwrite(file, bytes, bytes.count, 0)
  }
}
