internal import ConformanceHarness
internal import Glibc

/// The group `leak`: the remains of calls in a process that runs for months.
enum LeakTests {
  static let all: [ConformanceTest] = [
    test("fds", "descriptors") { $0.newDescriptors(since: $1) },
    test("threads", "threads") { $0.newThreads(since: $1) },
    ConformanceTest("leak.timers", .must, "Fifty calls leave no timers and no watched descriptors", body: timers),
    test("children", "children") { $0.newChildren(since: $1) },
    test("tempfiles", "temporary files") { $0.newFiles(since: $1) },
    ConformanceTest("leak.memory", .should, "Two hundred calls leave no memory allocated", budget: .seconds(30), body: memory),
  ]

  private static func test(
    _ name: String, _ things: String, _ news: @escaping @Sendable (ProcessView, ProcessView) -> [String]
  ) -> ConformanceTest {
    ConformanceTest("leak.\(name)", .must, "Fifty calls leave no \(things)") { run in
      let variables: [String] = ["TMPDIR", "HOME", "XDG_RUNTIME_DIR"]
      let folders = [run.folder] + variables.compactMap { getenv($0).map { String(cString: $0) } }
      let stage = try run.stage()
      try cycle(stage, 5)
      let before = ProcessView.now(folders: folders)
      try cycle(stage, 25)
      let between = ProcessView.now(folders: folders)
      try cycle(stage, 25)
      let after = ProcessView.now(folders: folders)
      try stage.tearDown()
      let first = news(between, before)
      let second = news(after, between)
      // Only growth in both halves counts: a pool that fills once is no leak.
      guard first.isEmpty || second.isEmpty else {
        throw TestFailure("50 calls left \(first.count + second.count) \(things): \(second.prefix(4).joined(separator: ", "))")
      }
    }
  }

  /// Makes calls out and in, each of them over before the next begins.
  ///
  /// Other tests check incoming calls: if those fail, this test still covers the outgoing ones.
  private static func cycle(_ stage: Stage, _ count: Int) throws {
    for round in 0..<count {
      if round % 2 == 0 {
        try stage.hangUp(stage.connect())
      } else {
        stage.attempt {
          let call = try stage.ringing()
          try stage.settle(.milliseconds(20))
          _ = try stage.near.answer(call)
          try stage.settle(.milliseconds(20))
          try stage.hangUp(call)
        }
      }
      try stage.settle(.milliseconds(50))
    }
  }

  private static func timers(_ run: TestRun) throws {
    let stage = try run.stage()
    func count() -> (timers: Int, descriptors: Int) {
      (stage.loop.timers.count(of: stage.near.host), stage.loop.descriptors.count(of: stage.near.host))
    }
    try cycle(stage, 5)
    let before = count()
    try cycle(stage, 25)
    let between = count()
    try cycle(stage, 25)
    let after = count()
    try stage.tearDown()
    guard between.timers <= before.timers || after.timers <= between.timers else {
      throw TestFailure("50 calls left \(after.timers - before.timers) timers on the loop")
    }
    guard between.descriptors <= before.descriptors || after.descriptors <= between.descriptors else {
      throw TestFailure("50 calls left \(after.descriptors - before.descriptors) descriptors watched")
    }
  }

  private static func memory(_ run: TestRun) throws {
    let stage = try run.stage()
    var heights: [Int] = []
    for _ in 0..<5 {
      try cycle(stage, 50)
      // The kit's own ledger must not count as a leak.
      stage.near.host.book { $0.forgetWhatIsOver() }
      run.arena.releaseRetired()
      heights.append(ExecutorProcess.heapInUse)
    }
    try stage.tearDown()
    let steps = zip(heights.dropFirst(), heights).map { $0 - $1 }
    guard let least = steps.min(), least > 50 * 256 else { return }
    throw TestFailure("each call leaves at least \(least / 50) bytes allocated, measured over 200 calls")
  }
}
