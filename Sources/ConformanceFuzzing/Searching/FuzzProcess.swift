internal import ConformanceHarness
internal import ConformanceReport
internal import ConformanceSupervisor

/// Plays scripts in separate processes, as tests are run.
struct FuzzProcess: Sendable {
  let plugin: PluginIdentity
  let settings: ConformanceSettings
  private let program: ChildProgram
  private let held: HeldFiles
  private let wrapper: String?
  /// The factor on the time of scripts: a far end that is not the plugin's own takes longer.
  private let patience: Int

  /// Prepares to play scripts on the plugin at `path`.
  /// - Throws: a description of the error in the settings or the file.
  init(path: String, settings: ConformanceSettings, program: ChildProgram) throws(ConformanceError) {
    let mark = FileMark(path)
    plugin = try PluginIdentity.read(path)
    held = try HeldFiles(plugin: plugin.file, since: mark, program: program)
    self.program = program
    var settings = settings
    var hasForeignPeer = settings.peerCommand != nil
    if let file = settings.configFile {
      let text = String(decoding: try SmallFile.read(file, limit: 1 << 20), as: UTF8.self)
      hasForeignPeer = hasForeignPeer || TestRunSettings(text).far != nil
      settings.configFile = AbsolutePath.of(file)
    }
    patience = hasForeignPeer ? 5 : 1
    self.settings = settings
    wrapper = try settings.wrapper.first.map { name throws(ConformanceError) in
      guard let path = ChildProgram.path(of: name) else { throw .usage("--wrap \(name): no such program on PATH; give its path") }
      return path
    }
  }

  /// Carries out an order.
  /// - Returns: the outcome; nil when it was interrupted.
  func run(
    _ order: FuzzOrder, _ kind: FuzzScript.Kind, descriptor: String, budget: Duration, until interruption: Interruption
  ) throws(ConformanceError) -> TestOutcome? {
    let planned = planned(order, kind, descriptor, budget * patience)
    let done =
      try settings.isInProcess
      ? InProcessTest(planned: planned, plugin: plugin, settings: settings).run()
      : TestChild(
        planned: planned, plugin: plugin, settings: settings, program: program, held: held, wrapper: wrapper, fuzz: order.text,
        file: order.file
      ).run(until: interruption)
    guard let outcome = done?.0 else { return nil }
    if outcome.status == .error { throw ConformanceError(outcome.isFaultOfKit ? .fault : .kit, outcome.detail) }
    return outcome
  }

  private func planned(_ order: FuzzOrder, _ kind: FuzzScript.Kind, _ descriptor: String, _ budget: Duration) -> PlannedTest {
    let body = FuzzBody.test(order, id: kind.test).body
    let test = ConformanceTest(kind.test, .must, kind.title, budget: budget, body: body)
    return PlannedTest(test: test, descriptor: descriptor, repetition: 1, seed: settings.seed)
  }
}
