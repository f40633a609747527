internal import ConformanceHarness
internal import Glibc
internal import TransportABI
internal import TransportLoader

/// The group `load`: a plugin's file, and the effects of loading it on a process.
enum LoadTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "load.elf-sane", .must, "The file is a whole shared object for this machine, without executable stack or text relocations"
    ) {
      if let error = PluginPapers(path: $0.plugin).elfError {
        throw TestFailure("\(error.field): the file says \(error.found), should be \(error.wanted)")
      }
    },
    ConformanceTest("load.bind-now", .must, "Every symbol resolves with RTLD_NOW and RTLD_LOCAL, and every needed library is found") {
      run in
      if let path = getenv("LD_LIBRARY_PATH"), path.pointee != 0 {
        run.warn("LD_LIBRARY_PATH is set: a library that is found with it may be missing without it")
      }
      _ = try run.entry()
    },
    ConformanceTest(
      "load.entry-symbol", .must, "hookswitch_transport_query is exported, is a function, and lies in this file", body: entrySymbol),
    ConformanceTest("load.exports-minimal", .should, "Nothing but the entry symbol is exported", body: exportsMinimal),
    ConformanceTest(
      "load.no-side-effects", .must,
      "Opening, the query and the descriptors make no thread, descriptor, child, file, signal handler, variable, packet or output",
      body: noSideEffects),
    ConformanceTest("load.scan-time", .should, "From dlopen to the descriptor, and in load, pass less than 100 ms each", body: scanTime),
    ConformanceTest(
      "load.manifest-match", .must, "A manifest or note exists, and agrees with the descriptor", body: manifestMatch),
    ConformanceTest("load.counted", .must, "A second load and unload beside living instances do no harm", body: counted),
    ConformanceTest("load.symlink", .host, "Opened by two paths the file is one image, and an instance of each works", body: symlink),
    ConformanceTest(
      "load.after-fork-exec", .must, "No descriptor of the plugin is inherited by a program that the host starts", budget: .seconds(30),
      body: afterForkExec),
    ConformanceTest(
      "load.needed-sane", .must, "Every library that comes with the file is whole, without executable stack or text relocations",
      body: neededSane),
    ConformanceTest("load.quiet", .should, "load starts no thread, uses no network and writes no file", body: quiet),
  ]

  private static func entrySymbol(_ run: TestRun) throws {
    let symbol = "hookswitch_transport_query"
    if let elf = PluginPapers(path: run.plugin).elf {
      if elf.exportedData.contains(symbol) { throw TestFailure("\(symbol) is data, not a function") }
      guard elf.exports.contains(symbol) else { throw TestFailure("\(symbol) is not exported") }
    }
    _ = try run.entry()
  }

  private static func exportsMinimal(_ run: TestRun) throws {
    guard let elf = PluginPapers(path: run.plugin).elf else { throw TestSkip("the file is not a shared object") }
    let others = (elf.exports + elf.exportedData + elf.otherExports).filter { $0 != "hookswitch_transport_query" }.sorted()
    guard others.isEmpty else {
      throw TestFailure(
        "\(others.count) further symbols are exported, which symbols of the host or another plugin may replace: "
          + others.prefix(8).joined(separator: ", "))
    }
  }

  private static func scanTime(_ run: TestRun) throws {
    let limit: UInt64 = 100_000_000
    var library: PluginLibrary?
    let scan = try RealClock.timing {
      library = try PluginLibrary(run.entry(), run.arena)
      _ = try library?.descriptor(0)
    }
    let load = try RealClock.timing { _ = try library?.loaded() }
    guard scan < limit else { throw TestFailure("from dlopen to the descriptor took \(scan / 1_000_000) ms") }
    guard load < limit else { throw TestFailure("entry.load took \(load / 1_000_000) ms") }
  }

  private static func counted(_ run: TestRun) throws {
    let library = try run.library()
    let stage = try run.created(in: library)
    try stage.bringUp()
    let call = try stage.dialIfPossible()
    _ = try library.loaded()
    if let call { try stage.hangUp(call) }
    if let next = try stage.dialIfPossible() { try stage.hangUp(next) }
    try library.unload()
    if let last = try stage.dialIfPossible() { try stage.hangUp(last) }
    try stage.tearDown()
    try library.unload()
  }

  private static func symlink(_ run: TestRun) throws {
    let link = run.folder + "/linked.so"
    unlink(link)
    guard Glibc.symlink(run.plugin, link) == 0, let real = realpath(link, nil) else {
      throw TestFailure("the kit cannot make a link in \(run.folder)")
    }
    defer { free(real) }
    let first = try run.opened(run.plugin)
    let second = try run.opened(String(cString: real))
    guard first == second else { throw TestFailure("two names of the file made two images of it") }
    let library = try run.library()
    let one = try run.created(in: library)
    let other = try run.created(in: library, loop: one.loop)
    for stage in [one, other] { try stage.bringUp() }
    for stage in [one, other] { try stage.tearDown() }
  }
}
