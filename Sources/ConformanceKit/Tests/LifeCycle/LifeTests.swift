internal import ConformanceHarness
internal import TransportABI

/// The group `life`: from create to destroy, in the right order and in wrong ones.
enum LifeTests {
  static let all: [ConformanceTest] = [
    ConformanceTest("life.create-destroy", .must, "An instance can be made and destroyed, a hundred times, with and without init") {
      try createDestroy($0)
    },
    ConformanceTest("life.no-host-call-in-create", .must, "create calls no host function") { run in
      let stage = try run.created()
      try stage.refuse(.beforeInit)
      try stage.near.destroy()
    },
    ConformanceTest(
      "life.init-fails-clean", .must, "Where a service of the host is missing or refuses, init fails with a sentence and leaves nothing",
      body: initFailsClean),
    ConformanceTest("life.activate-cycle", .must, "Fifty rounds of activate and deactivate leave nothing behind", body: activateCycle),
    ConformanceTest("life.order", .must, "A call in the wrong order gets HSW_E_STATE; destroy works from any state", body: order),
    ConformanceTest("life.two-instances", .must, "Two instances share nothing", body: twoInstances),
    ConformanceTest(
      "life.deactivate-drain", .must, "A call stays up for as long as deactivate allows; then `deactivated` comes once",
      body: deactivateDrain),
    ConformanceTest(
      "life.silent-after-destroy", .must, "After destroy there is no callback, timer, descriptor or thread", body: silentAfterDestroy),
  ]

  private static func createDestroy(_ run: TestRun) throws {
    let stage = try run.created()
    try stage.near.destroy()
    for round in 1..<100 {
      let instance = try stage.another()
      if round % 2 == 1 {
        let start = try instance.initialise()
        guard start.status == HSW_OK else { throw TestFailure("instance.init answered \(start.text)") }
      }
      try instance.destroy()
    }
    try stage.refuse(.afterDestroy)
  }

  private static func initFailsClean(_ run: TestRun) throws {
    var offers = [HostOffer(extensions: [])] + HostExtension.allCases.map { HostOffer.full.without($0) }
    for function in [HostFunction.addTimer, .addFD, .post, .getSecret, .reportLine, .reportProvider] {
      offers.append(.full.refusing(function, with: HSW_E_NOMEM))
    }
    let library = try run.library()
    for offer in offers {
      let stage = try run.created(in: library, offer)
      let before = ProcessView.now()
      let start = try stage.near.initialise()
      try AbiTests.requireSentence(start, "instance.init")
      guard start.status != HSW_OK else {
        try stage.tearDown()
        continue
      }
      try stage.near.destroy()
      try stage.requireNothingLeft(of: stage.near, "a failed init and destroy")
      let left = ProcessView.now()
      let things = left.newDescriptors(since: before) + left.newChildren(since: before)
      guard things.isEmpty else { throw TestFailure("a failed init and destroy left behind: " + things.joined(separator: ", ")) }
    }
  }

  private static func activateCycle(_ run: TestRun) throws {
    let stage = try run.created()
    let instance = stage.near
    guard try instance.initialise().status == HSW_OK else { throw TestFailure("instance.init failed") }
    var views: [ProcessView] = []
    var timers: [Int] = []
    for round in 1...50 {
      let activation = try instance.activate()
      guard activation.status == HSW_OK else { throw TestFailure("activate answered \(activation.text) in round \(round)") }
      try stage.settle(.milliseconds(20))
      let status = try instance.deactivate(drain: 0)
      guard status >= 0 else { throw TestFailure("deactivate answered \(StatusName.of(status)) in round \(round)") }
      guard stage.wait(.seconds(5), until: { instance.ledger.phase == .initialised }) else {
        throw TestFailure("deactivate answered HSW_PENDING, and no `deactivated` came within 5 s in round \(round)")
      }
      if [2, 26, 50].contains(round) {
        views.append(.now())
        timers.append(stage.loop.timers.count(of: instance.host))
      }
    }
    try stage.near.destroy()
    // Only growth in both halves counts: a resource that is kept once for good is no leak.
    for news in [ProcessView.newDescriptors, ProcessView.newThreads] {
      let first = news(views[1])(views[0])
      let second = news(views[2])(views[1])
      guard first.isEmpty || second.isEmpty else {
        throw TestFailure("\(first.count + second.count) were left behind by 48 rounds: \(second.prefix(4).joined(separator: ", "))")
      }
    }
    guard timers[2] <= timers[1] || timers[1] <= timers[0] else {
      throw TestFailure("\(timers[2] - timers[0]) timers were left behind by 48 rounds")
    }
  }

  private static func silentAfterDestroy(_ run: TestRun) throws {
    let library = try run.library()
    let first = try run.created(in: library)
    try playAndDestroy(first)
    // The first instance may bring resources into the process for good, such as a pool of threads; the second may not.
    let before = ProcessView.now()
    let second = try run.created(in: library, loop: first.loop)
    try playAndDestroy(second)
    try second.requireNothingLeft(of: second.near, "destroy")
    try second.settle(.seconds(2))
    second.letRealTimePass(milliseconds: 200)
    try second.refuse(.afterDestroy, .closedWatch)
    try first.refuse(.afterDestroy, .closedWatch)
    let after = ProcessView.now()
    let left = after.newDescriptors(since: before) + after.newThreads(since: before) + after.newChildren(since: before)
    guard left.isEmpty else { throw TestFailure("destroy left behind: " + left.joined(separator: ", ")) }
  }

  private static func playAndDestroy(_ stage: Stage) throws {
    try stage.bringUp()
    _ = try stage.dialIfPossible()
    stage.attempt { _ = try stage.ringing() }
    stage.dismissPeer()
    try stage.near.destroy()
  }
}
