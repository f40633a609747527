internal import ConformanceHarness
internal import TransportABI

/// The group `iso`: a transport in a process of its own, as hosts that isolate transports run it.
enum IsoTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "iso.parity", .host, "In a process of its own calls and audio go the same way as inside: same reports, at the same times",
      budget: .seconds(180), body: { try parity($0) }),
    ConformanceTest(
      "iso.secrets", .offered(HSW_EXT_CONFIG), "In a process of its own a secret is in no shared memory, environment, log or trace",
      budget: .seconds(20), body: secrets),
  ]

  /// The tests that are compared: those about calls and audio that need no view into the plugin's memory.
  static let compared: [ConformanceTest] =
    (ActionTests.all + HoldTests.all + MuteTests.all + DTMFTests.all + GroupTests.all + TransferTests.all + DeflectTests.all
    + MediaTests.all).filter { !$0.examinesLibrary }

  /// Plays each test in both places, and requires the same ending and the same transcript.
  ///
  /// - Parameter front: puts another table between the plugin's process and its host; for tests of the kit itself.
  static func parity(
    _ run: TestRun, _ tests: [ConformanceTest] = compared,
    front: ((UnsafePointer<hsw_host>) -> UnsafePointer<hsw_host>)? = nil
  ) throws {
    do {
      _ = try run.again(.process).library()
    } catch let unable as TestUnable {
      throw TestSkip(unable.sentence)
    }
    var played = 0
    for test in tests {
      let apart = run.again(.process)
      apart.hostInFront = front
      let there = try play(test, apart)
      if let loss = apart.loss { throw TestFailure("\(test.id): in a process of its own the plugin was lost: \(loss)") }
      let here = try play(test, run.again(.inside))
      guard there.ending == here.ending else {
        throw TestFailure("\(test.id) \(here.ending) inside, and \(there.ending) in a process of its own")
      }
      if let difference = difference(here.transcripts, there.transcripts) { throw TestFailure("\(test.id): \(difference)") }
      played += here.isSkipped ? 0 : 1
    }
    guard played > 0 else { throw TestSkip("no test about calls applies to the plugin") }
  }

  private static func secrets(_ run: TestRun) throws {
    let apart = run.again(.process)
    defer { apart.endProcesses() }
    do {
      try StateTests.noSecrets(apart)
    } catch let unable as TestUnable {
      throw TestSkip(unable.sentence)
    }
  }

  /// The course of a test in one place.
  private struct Course {
    var ending = "passes"
    var isSkipped = false
    var transcripts: [Transcript] = []
  }

  private static func play(_ test: ConformanceTest, _ run: TestRun) throws -> Course {
    var course = Course()
    do {
      try test.body(run)
    } catch let failure as TestFailure {
      course.ending = "fails (\(failure.sentence))"
    } catch let skip as TestSkip {
      (course.ending, course.isSkipped) = ("is skipped (\(skip.reason))", true)
    }
    course.transcripts = run.transcripts
    run.endProcesses()
    return course
  }

  private static func difference(_ here: [Transcript], _ there: [Transcript]) -> String? {
    guard here.count == there.count else { return "it has \(here.count) instances inside, and \(there.count) in a process of its own" }
    for (number, pair) in zip(here, there).enumerated() {
      if let difference = pair.0.difference(from: pair.1, "inside", "in a process of its own") {
        return number == 0 ? difference : "with instance \(number + 1), \(difference)"
      }
    }
    return nil
  }
}
