internal import ConformanceHarness
package import ConformanceReport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// One planned test in its own process, from its folder to its outcome.
package struct TestChild {
  package let planned: PlannedTest
  package let plugin: PluginIdentity
  package let settings: ConformanceSettings
  package let program: ChildProgram
  /// The files of the run.
  package let held: HeldFiles
  /// The path of the wrapper's program, or nil.
  package let wrapper: String?
  /// The fuzzer's order as text, which replaces the test's own body.
  package var fuzz: String?
  /// The file, in a folder of the caller's, that this order names and the test may change.
  package var file: String?
  /// The part of a divisible test that it does.
  var share = TestShare.whole

  package init(
    planned: PlannedTest, plugin: PluginIdentity, settings: ConformanceSettings, program: ChildProgram, held: HeldFiles, wrapper: String?,
    fuzz: String? = nil, file: String? = nil
  ) {
    self.planned = planned
    self.plugin = plugin
    self.settings = settings
    self.program = program
    self.held = held
    self.wrapper = wrapper
    (self.fuzz, self.file) = (fuzz, file)
  }

  /// The factor on a test's time under a wrapper: valgrind takes twenty times as long.
  private static let wrapperScale = 20.0
  /// The further factor where the kit cannot jump over time.
  private static let realTimeScale = 6.0

  private var keepsTime: Bool { plugin.transports.contains { $0.id == planned.descriptor && $0.keepsTime } }

  /// Runs the test.
  /// - Returns: the outcome and the trace; nil when the run was interrupted.
  package func run(until interruption: Interruption) throws(ConformanceError) -> (TestOutcome, trace: [UInt8])? {
    let folder = try TestFolder()
    defer { folder.remove() }
    var order = order(in: folder)
    let portCount = try settings.portCount
    let ports = portCount > 0 ? PortBlock(count: portCount) : nil
    if ports == nil, portCount > 0 {
      throw .kit("no \(portCount) ports in a row are free between 20000 and 32000: run fewer tests at once (-j), or name fewer ports")
    }
    order.firstPort = ports?.first
    // The ports belong to the test until its last process has ended.
    defer { withExtendedLifetime(ports) {} }
    let scale = settings.timeScale * (wrapper == nil ? 1 : Self.wrapperScale) * (keepsTime ? Self.realTimeScale : 1)
    let keepsTerminal = wrapper != nil && isatty(STDIN_FILENO) == 1 && settings.jobs == 1
    let mark = Self.secret()
    var process = GuardedProcess(
      command: command, environment: environment(folder, mark), folder: folder.path, order: order.bytes,
      budget: keepsTerminal ? nil : planned.test.budget * scale, keepsTerminal: keepsTerminal)
    if wrapper == nil {
      (process.namespaces, process.landlock) = (settings.namespaces(of: plugin), settings.landlock)
      (process.temporary, process.shared) = (neededFiles(folder), file)
      // A judge traces the plugin's process, which has such a filter of its own. One that starts a runner with the plugin traces nothing.
      process.isTrapped = order.isolation != .apart || planned.test.group == "iso"
      process.held = (held, plugin.file)
    }
    guard process.namespaces != 0 || !held.hasChanged else {
      throw .kit("\(plugin.file) was replaced or changed during the run, whose results say nothing about the new file")
    }
    guard var evidence = try process.run(until: interruption) else { return nil }
    evidence.isWrapped = wrapper != nil
    if evidence.report == nil { Strays(mark: mark).kill() }
    let verdict = Verdict.judge(evidence, nonce: order.nonce, requirement: planned.test.requirement)
    let trace = order.traceFile.flatMap { try? SmallFile.read($0, limit: 256 << 20) } ?? []
    return (TestOutcome(planned, verdict, output: evidence.output, duration: evidence.duration, settings), trace)
  }

  /// The files that a test needs wherever they lie; it has a /tmp without others.
  private func neededFiles(_ folder: TestFolder) -> [String] {
    let libraries = ProcessVariables.current["LD_LIBRARY_PATH"]?.split(separator: ":").map(String.init) ?? []
    return [folder.path, plugin.file, program.path, ChildProgram.running] + libraries + (file.map { [$0] } ?? [])
  }

  private func order(in folder: TestFolder) -> ChildOrder {
    var order = ChildOrder(
      test: planned.test.id, plugin: plugin.file, descriptor: planned.descriptor, seed: planned.seed, nonce: Self.secret(),
      folder: "\(folder.path)/tmp")
    order.configFile = settings.configFile
    order.peerCommand = settings.peerCommand
    order.isolation = settings.place(of: planned.test)
    order.fuzz = fuzz
    order.share = share
    order.traceFile = settings.isTraced ? "\(folder.path)/trace" : nil
    return order
  }

  private static func secret() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// The words of the child's command line; the program's own path comes first, whatever its name.
  ///
  /// The plugin sees them, so they do not tell one test from another.
  private var command: [String] {
    let words = [program.path, ChildOrder.verb]
    guard let wrapper else { return words }
    return [wrapper] + settings.wrapper.dropFirst() + words
  }

  private func environment(_ folder: TestFolder, _ mark: String) -> [String] {
    var variables = ProcessVariables.current
    variables.merge(folder.variables) { $1 }
    variables[Strays.variable] = mark
    variables["SWIFT_BACKTRACE"] = settings.showsBacktraces ? "enable=yes,color=no" : "enable=no"
    return variables.map { "\($0)=\($1)" }.sorted()
  }
}

/// One planned test in the current process: for a debugger, and for a plugin that is known not to crash.
package struct InProcessTest {
  package let planned: PlannedTest
  package let plugin: PluginIdentity
  package let settings: ConformanceSettings

  package init(planned: PlannedTest, plugin: PluginIdentity, settings: ConformanceSettings) {
    self.planned = planned
    self.plugin = plugin
    self.settings = settings
  }

  package func run() throws(ConformanceError) -> (TestOutcome, trace: [UInt8])? {
    let folder = try TestFolder()
    defer { folder.remove() }
    guard let page = LastCallPage() else { throw .kit("no memory for the last-call page") }
    var order = ChildOrder(
      test: planned.test.id, plugin: plugin.file, descriptor: planned.descriptor, seed: planned.seed, nonce: "",
      folder: "\(folder.path)/tmp")
    order.configFile = settings.configFile
    order.peerCommand = settings.peerCommand
    order.isolation = settings.place(of: planned.test)
    order.traceFile = settings.isTraced ? "\(folder.path)/trace" : nil
    let begin = ContinuousClock.now
    let record = TestBody(test: planned.test, nonce: "").record(of: try order.run(page))
    let verdict = Verdict.judge(record, requirement: planned.test.requirement)
    let trace = order.traceFile.flatMap { try? SmallFile.read($0, limit: 256 << 20) } ?? []
    let duration = ContinuousClock.now - begin
    return (TestOutcome(planned, verdict, output: "", duration: duration, settings), trace)
  }
}
