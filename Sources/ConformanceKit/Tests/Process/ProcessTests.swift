internal import ConformanceHarness
internal import Glibc
internal import TransportLoader

/// The group `process`: what belongs to the whole process, before and after each function of a plugin's whole life.
enum ProcessTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "process.functions", .must, "No function changes the umask, folder, locale, limits or identity of the process, or the host's threads",
      budget: .seconds(40), body: functions),
    ConformanceTest(
      "process.signals", .should, "No function changes a signal's action, a thread's signal mask, an alarm or a signal stack",
      budget: .seconds(40), body: signals),
    ConformanceTest(
      "process.descriptors", .must, "No descriptor that the plugin did not open, or that it has closed before, is closed or changed",
      budget: .seconds(40), body: descriptors),
    ConformanceTest(
      "process.memory", .must, "At no phase is memory both writable and executable, or a symbol of the plugin global", budget: .seconds(40),
      body: memory),
  ]

  private static func functions(_ run: TestRun) throws {
    let watch = try watchLife(run)
    if let finding = watch.findings(.process, .thread).first { throw TestFailure(finding.sentence) }
  }

  private static func signals(_ run: TestRun) throws {
    let watch = try watchLife(run)
    if let finding = watch.findings(.signals).first { throw TestFailure(finding.sentence) }
  }

  /// Plays a whole life under watch; opening the file and the query belong to `load.no-side-effects`.
  private static func watchLife(_ run: TestRun) throws -> SurroundingsWatch {
    let library = try PluginLibrary(run.entry(), run.arena)
    let watch = SurroundingsWatch()
    run.lastCall.observer = watch
    defer { run.lastCall.observer = nil }
    try WholeLife(run, library).play()
    return watch
  }

  private static func descriptors(_ run: TestRun) throws {
    let library = try PluginLibrary(run.entry(), run.arena)
    let watch = DescriptorWatch()
    run.lastCall.observer = watch
    defer { run.lastCall.observer = nil }
    try WholeLife(run, library).play()
    if let sentence = watch.findings.first { throw TestFailure(sentence) }
  }

  // MARK: memory

  private static func memory(_ run: TestRun) throws {
    let before = ExecutorProcess.memoryMap
    let library = try PluginLibrary(run.entry(), run.arena)
    let symbols = GlobalSymbols(run.plugin, since: before)
    try requireSound(before, symbols, "dlopen and the query")
    try WholeLife(run, library) { phase in try requireSound(before, symbols, "the phase \(phase.rawValue)") }.play()
  }

  private static func requireSound(_ before: MemoryMap, _ symbols: GlobalSymbols, _ phase: String) throws {
    let map = ExecutorProcess.memoryMap
    let known = Set(before.writableCode)
    if let region = map.writableCode.first(where: { !known.contains($0) }) {
      let what = region.name == "[stack]" ? "the stack is executable" : "memory is both writable and executable: \(region.words)"
      throw TestFailure("after \(phase) \(what)")
    }
    if let symbol = symbols.first { throw TestFailure("after \(phase) every library of the process finds the plugin's symbol \(symbol)") }
  }
}

/// The symbols of a plugin, and of the libraries that came with it, that code anywhere in the process would find.
private struct GlobalSymbols {
  private let names: [(name: String, file: String)]

  /// - Parameter before: the mappings before the plugin was opened.
  init(_ path: String, since before: MemoryMap) {
    // The kernel names files without links.
    let real = realpath(path, nil)
    let plugin = real.map { String(cString: $0) } ?? path
    free(real)
    let files = ExecutorProcess.memoryMap.files.subtracting(before.files).union([plugin]).filter { $0.contains(".so") }
    // A few of each are enough: a library is global as a whole.
    names = files.sorted().flatMap { file in
      let exports = PluginPapers(path: file).elf?.exports.filter { !$0.hasPrefix("_") }.sorted() ?? []
      return exports.prefix(file == plugin ? 64 : 4).map { (name: $0, file: file) }
    }
  }

  /// The first symbol that is found in the plugin's file or in one that came with it.
  var first: String? {
    let map = ExecutorProcess.memoryMap
    return names.first { name, file in
      let address = ExecutorProcess.globalSymbol(name)
      guard address != 0, let region = map.region(of: address) else { return false }
      return region.name == file
    }?.name
  }
}
