internal import ConformanceHarness
internal import TransportABI

extension LifeTests {
  static func order(_ run: TestRun) throws {
    let entry = try run.entry()
    let library = try PluginLibrary(entry, run.arena)
    let loop = VirtualLoop()
    try early(run, library, loop)
    _ = try library.loaded()
    let stage = try run.created(in: library, loop: loop)
    let instance = stage.near
    try require(instance.activate(), "activate before init")
    guard try instance.initialise().status == HSW_OK else { throw TestFailure("instance.init failed") }
    try require(instance.initialise(), "a second init")
    try require(instance.deactivate(drain: 0), "deactivate before activate")
    try stage.expect(instance.start(instance.mintCall(), target(stage)), refused: HSW_E_STATE)
    try instance.reset()
    guard try instance.activate().status == HSW_OK else { throw TestFailure("activate failed after init and reset") }
    let second = try instance.activate()
    try require(second, "a second activate")
    let call = try stage.dialIfPossible()
    try require(instance.activate(), "activate with a call up")
    if let call { try stage.hangUp(call) }
    try stage.near.deactivateAndWait(stage)
    try stage.expect(instance.start(instance.mintCall(), target(stage)), refused: HSW_E_STATE)
    try require(instance.deactivate(drain: 0), "a second deactivate")
    try instance.destroy()
    try destroyBusy(run, library, loop)
    try stage.refuse(.afterDestroy)
  }

  /// Requires that create fails before load.
  private static func early(_ run: TestRun, _ library: PluginLibrary, _ loop: VirtualLoop) throws {
    let creation = try Stage.create(run, library, loop, .full, config: run.settings.near)
    if let instance = creation.instance { try instance.destroy() }
    guard creation.outcome.status == HSW_E_STATE else {
      throw TestFailure("create before load answered \(creation.outcome.text), should be HSW_E_STATE")
    }
  }

  /// Requires that destroy works with calls up and actions open.
  private static func destroyBusy(_ run: TestRun, _ library: PluginLibrary, _ loop: VirtualLoop) throws {
    let stage = try run.created(in: library, loop: loop)
    try stage.bringUp()
    stage.attempt { _ = try stage.connect() }
    stage.attempt { _ = try stage.ringing() }
    stage.attempt { _ = try stage.near.start(stage.near.mintCall(), stage.peer.target()) }
    stage.dismissPeer()
    try stage.near.destroy()
    try stage.settle()
    try stage.refuse(.afterDestroy)
  }

  private static func target(_ stage: Stage) throws -> CallTarget {
    do { return try stage.peer.target() } catch is TestSkip { return CallTarget("tel", "5550199") }
  }

  private static func require(_ outcome: Outcome, _ what: String) throws { try require(outcome.status, what) }

  private static func require(_ status: hsw_status, _ what: String) throws {
    guard status == HSW_E_STATE else { throw TestFailure("\(what) answered \(StatusName.of(status)), should be HSW_E_STATE") }
  }
}
