/// One planned test in the current process: for a debugger, and for a plugin that is known not to crash.
struct InProcessTest {
  let planned: PlannedTest
  let plugin: PluginIdentity
  let settings: ConformanceSettings
  /// The fuzzer's order, which replaces the test's own body.
  var fuzz: FuzzOrder?

  func run() throws(ConformanceError) -> (TestOutcome, trace: [UInt8])? {
    let folder = try TestFolder()
    defer { folder.remove() }
    guard let page = LastCallPage() else { throw .kit("no memory for the last-call page") }
    var order = ChildOrder(
      test: planned.test.id, plugin: plugin.file, descriptor: planned.descriptor, seed: planned.seed, nonce: "",
      folder: "\(folder.path)/tmp")
    order.configFile = settings.configFile
    order.peerCommand = settings.peerCommand
    order.fuzz = fuzz
    order.traceFile = settings.isTraced ? "\(folder.path)/trace" : nil
    let begin = ContinuousClock.now
    let record = TestBody(test: order.body ?? planned.test, nonce: "").record(of: try order.run(page))
    let verdict = Verdict.judge(record, requirement: planned.test.requirement)
    let trace = order.traceFile.flatMap { try? SmallFile.read($0, limit: 256 << 20) } ?? []
    let duration = ContinuousClock.now - begin
    return (TestOutcome(planned, verdict, output: "", duration: duration, waivers: settings.waivers), trace)
  }
}
