internal import ConformanceHarness

// Leaks as slopes: each activity of its own, so often that one loss in fifty shows.
extension LeakTests {
  /// The resources that must go back, which is all but memory.
  private static let things = ResourceLevels.Resource.allCases.filter { !$0.isMemory }
  private static let memory = ResourceLevels.Resource.allCases.filter(\.isMemory)

  static let slopes: [ConformanceTest] = [
    ConformanceTest(
      "leak.kinds", .must, "Calls of each kind, declined, cancelled, failed and held ones too, leave nothing of what they took",
      budget: .seconds(60)
    ) { try judge($0, LeakActivity.calls, things) },
    ConformanceTest(
      "leak.requests", .must, "Configurations, dumps, states, resets and activations leave nothing of what they took", budget: .seconds(60)
    ) { try judge($0, LeakActivity.requests, things) },
    ConformanceTest(
      "leak.lives", .must, "Instances leave nothing, however far their lives came", budget: .seconds(60)
    ) { try judge($0, LeakActivity.lives, things) },
    ConformanceTest(
      "leak.heap", .should, "Nothing that a host does again and again leaves a block of memory allocated", budget: .seconds(60)
    ) { try judge($0, LeakActivity.calls + LeakActivity.requests + LeakActivity.lives, memory) },
  ]

  private static func judge(_ run: TestRun, _ activities: [LeakActivity], _ resources: [ResourceLevels.Resource]) throws {
    let countsMemory = resources.contains(where: \.isMemory)
    if countsMemory { ExecutorProcess.beginHeapCount() }
    let library = try PluginLibrary(run.entry(), run.arena)
    guard !countsMemory || ExecutorProcess.countHeap() else {
      throw TestSkip("on this machine the kit cannot see what a library allocates; it can on x86-64 and 64-bit ARM")
    }
    let stage = try run.created(in: library.loaded())
    try stage.bringUp()
    stage.longestWait = stage.loop.isRealTime ? .seconds(1) : nil
    let slope = LeakSlope(stage, resources, folders: FileTree.folders(of: run))
    for activity in activities {
      if let sentence = slope.judge(activity) { throw TestFailure(sentence) }
    }
    stage.dismissPeer()
    try stage.tearDown()
  }
}
