internal import ConformanceHarness
internal import TransportABI

/// The group `iso`: a transport in a process of its own, as hosts that isolate transports run it.
enum IsoTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "iso.parity", .host, "In a process of its own calls and audio go the same way as inside: same reports, at the same times",
      budget: .seconds(600), body: { try parity($0) }),
    ConformanceTest(
      "iso.secrets", .offered(HSW_EXT_CONFIG), "In a process of its own a secret is in no shared memory, environment, log or trace",
      budget: .seconds(20), body: { try secrets($0) }),
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
      _ = try ExecutorProcess.leftAside { try run.again(.process).library() }
    } catch let unable as TestUnable {
      throw TestSkip(unable.sentence)
    }
    var played = 0
    for test in tests {
      var courses = Courses()
      repeat {
        courses.there.append(
          try ExecutorProcess.leftAside {
            let apart = run.again(.process)
            apart.hostInFront = front
            let course = try play(test, apart)
            if let loss = apart.loss { throw TestFailure("\(test.id): in a process of its own the plugin was lost: \(loss)") }
            return course
          })
        courses.here.append(try play(test, run.again(run.isolation)))
      } while courses.wantMore
      if let difference = courses.difference {
        if let reason = courses.saysNothing {
          run.note("\(test.id) \(reason): it is not compared")
          continue
        }
        throw TestFailure(test.id + difference)
      }
      played += courses.here[0].isSkipped ? 0 : 1
    }
    guard played > 0 else { throw TestSkip("no test about calls applies to the plugin") }
  }

  /// The courses of one test in both places.
  ///
  /// On a real clock a course may depend on the moment, so that a test is played until two courses agree, a few times at most.
  private struct Courses {
    var here: [Course] = []
    var there: [Course] = []
    private static let most = 5

    /// The difference between the first ones, as `Course.difference`; nil when any two agree.
    var difference: String? {
      let agree = here.contains { one in there.contains { one.difference(from: $0) == nil } }
      return agree ? nil : here[0].difference(from: there[0])
    }

    /// True while another round may bring two that agree.
    var wantMore: Bool { difference != nil && here.count < Self.most && here[0].isTimeless }

    /// The reason why a difference on a real clock is none of the place; nil when it is one.
    var saysNothing: String? {
      guard here[0].isTimeless else { return nil }
      if here.contains(where: \.hasFailed) { return "fails inside" }
      return here.allSatisfy { here[0].difference(from: $0) == nil } ? nil : "takes another course each time, inside as well"
    }
  }

  /// - Parameter prepare: changes the run in a process of its own; for tests of the kit itself.
  static func secrets(_ run: TestRun, preparing prepare: (TestRun) throws -> Void = { _ in }) throws {
    do {
      try ExecutorProcess.leftAside {
        let apart = run.again(.process)
        defer { apart.endProcesses() }
        try prepare(apart)
        try StateTests.noSecrets(apart)
      }
    } catch let unable as TestUnable {
      throw TestSkip(unable.sentence)
    }
  }

  /// The course of a test in one place.
  private struct Course {
    var ending = "passes"
    var isSkipped = false
    var hasFailed = false
    var transcripts: [Transcript] = []

    /// True when it was played on a real clock.
    var isTimeless: Bool { transcripts.contains(where: \.isTimeless) }

    /// The difference from its course in a process of its own, as the rest of a sentence that begins with the test; nil for none.
    func difference(from there: Course) -> String? {
      guard ending == there.ending else { return " \(ending) inside, and \(there.ending) in a process of its own" }
      return IsoTests.difference(transcripts, there.transcripts).map { ": \($0)" }
    }
  }

  private static func play(_ test: ConformanceTest, _ run: TestRun) throws -> Course {
    var course = Course()
    run.keepsInstances = run.isolation != .process
    do {
      try test.body(run)
    } catch let failure as TestFailure {
      (course.ending, course.hasFailed) = ("fails (\(failure.sentence))", true)
    } catch let skip as TestSkip {
      (course.ending, course.isSkipped) = ("is skipped (\(skip.reason))", true)
    }
    course.transcripts = run.transcripts
    run.endProcesses()
    run.destroyInstances()
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
