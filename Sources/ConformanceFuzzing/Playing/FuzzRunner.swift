internal import ConformanceHarness
internal import TransportABI

/// Plays scripts on a plugin, in virtual time, one after the other.
final class FuzzRunner {
  private let run: TestRun
  private let library: PluginLibrary
  /// The number of the plugin's descriptors after the latest script; nil when it is not known.
  private var open: Int?
  /// One loop serves all scripts, since a host, which keeps its loop, is never freed.
  private let loop = VirtualLoop()

  /// The time that a host waits for an action before it cancels it.
  static let deadline: Duration = .seconds(30)

  init(_ run: TestRun) throws {
    self.run = run
    // This also finds a plugin that keeps an argument after its function returned.
    run.arena.takesBackAtOnce = true
    library = try run.library()
  }

  /// Returns the plugin's own statements from which scripts are made.
  func soil() throws -> FuzzSoil {
    let stage = try Stage(run, library, HostOffer.full.with(secrets: run.settings.secrets), loop: loop)
    _ = try stage.near.initialise()
    let soil = try FuzzSoil(stage.near, config: run.settings.near)
    try stage.near.destroy()
    run.forget(stage.near.host)
    return soil
  }

  /// Unloads the plugin.
  func close() throws { try library.unload() }

  /// Plays a script, and twice more if it left descriptors open: a descriptor that is opened once only is no leak.
  /// - Throws: `TestFailure` with the first rule that the plugin broke.
  func play(_ script: FuzzScript) throws {
    let before = open ?? Self.openDescriptors
    try playOnce(script)
    open = Self.openDescriptors
    guard open ?? 0 > before else { return }
    open = nil
    try playOnce(script)
    let between = ProcessView.now()
    try playOnce(script)
    let left = ProcessView.now().newDescriptors(since: between)
    guard left.isEmpty else { throw TestFailure("the script leaves descriptors open each time: \(left.joined(separator: ", "))") }
  }

  private static var openDescriptors: Int { FileBytes.names(in: "\(ExecutorProcess.folder)/fd").count }

  private func playOnce(_ script: FuzzScript) throws {
    run.note("script \(script.number): \(script.steps.count) steps, begins \(script.beginning.rawValue)")
    let stage = try Stage(run, library, script.host.offer.with(secrets: run.settings.secrets), loop: loop)
    defer { loop.forget(stage.near.host) }
    let player = FuzzPlayer(stage, script)
    if try begin(stage, script.beginning) {
      for (index, step) in script.steps.enumerated() { try player.play(step, index) }
      try player.pass(2000)
      try player.waitForWhatIsOpen()
      try player.judgeFarEnds()
    }
    stage.dismissPeer()
    try stage.tearDown()
    try stage.requireNothingLeft(of: stage.near, "the script and destroy")
    try player.pass(1000)
    try player.judge()
    stage.forgetInstances()
  }

  /// Brings the instance to the script's beginning; returns false if it refuses this host, as it may.
  private func begin(_ stage: Stage, _ beginning: FuzzScript.Beginning) throws -> Bool {
    if beginning == .created { return true }
    guard try stage.near.initialise().status == HSW_OK else { return false }
    if beginning == .active { _ = try stage.near.activate() }
    return true
  }
}
