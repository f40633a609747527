internal import ConformanceHarness
internal import TransportABI
internal import TransportLoader

/// The group `unload`: the remains after a plugin's code is unloaded, and the flag that it must stay.
enum UnloadTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "unload.flag-honest", .must, "A plugin that may be unloaded is unmapped, and leaves no thread, handler or destructor behind",
      body: flagHonest),
    ConformanceTest("unload.swift-flag", .must, "A file with Swift code declares that it must stay loaded") { run in
      guard PluginPapers(path: run.plugin).elf?.isSwift == true else { throw TestSkip("the file has no Swift code") }
      guard try PluginLibrary(run.entry(), run.arena).table.flags & UInt32(HSW_ENTRY_NO_UNLOAD) != 0 else {
        throw TestFailure("the file has swift5_ sections, and hsw_entry.flags lacks HSW_ENTRY_NO_UNLOAD")
      }
    },
    ConformanceTest("unload.reload", .must, "A plugin can be loaded, used and unloaded twice in one process", body: reload),
    ConformanceTest(
      "unload.leftovers", .must, "After the last unload no thread, descriptor, child, timer or signal handler is left",
      budget: .seconds(40),
      body: leftovers),
    ConformanceTest(
      "unload.afterlife", .must, "Without the plugin's code the process prints, forks, takes signals, ends threads and exits",
      budget: .seconds(40), body: afterlife),
  ]

  private static func reload(_ run: TestRun) throws {
    for round in 1...2 {
      let address = try run.opened(run.plugin)
      let library = try PluginLibrary(PluginEntry(path: run.plugin, address: address, page: run.lastCall), run.arena)
      let status = try library.load()
      guard status == HSW_OK else {
        throw TestFailure("entry.load answered \(StatusName.of(status)) in \(round == 1 ? "the first" : "the second") life")
      }
      try live(run, library)
      try library.unload()
      ExecutorProcess.release(entry: address)
    }
  }

  private static func live(_ run: TestRun, _ library: PluginLibrary) throws {
    let stage = try run.created(in: library)
    try stage.bringUp()
    if let call = try stage.dialIfPossible() { try stage.hangUp(call) }
    try stage.tearDown()
    stage.loop.forget(stage.near.host)
  }

  private static func flagHonest(_ run: TestRun) throws {
    let before = ProcessView.threadNumbers
    // On a separate thread, so that the plugin's thread-local data is destroyed when its code is gone.
    try OtherThread.run { try liveAndClose(run) }
    // The thread that stood for it where the plugin is ends a moment later.
    var left = ProcessView.threadNumbers.subtracting(before)
    for _ in 0..<300 where !left.isEmpty {
      letRealTimePass(milliseconds: 10)
      left = ProcessView.threadNumbers.subtracting(before)
    }
    guard left.isEmpty else { throw TestFailure("unload and dlclose left \(left.count) more threads running") }
    let signal = run.lastCall.during("exit of the process", thread: .any, call: 1) { ExecutorProcess.exitInCopy() }
    guard signal >= 0 else {
      throw TestUnable("a process with the plugin cannot be copied to see it exit: it may lack memory, or the right to start processes")
    }
    guard signal == 0 else { throw TestFailure("after dlclose the process cannot exit: signal \(signal), from a handler that is gone") }
  }

  /// Opens the plugin as a careless host does, lives with it, and closes it, which must unmap it.
  private static func liveAndClose(_ run: TestRun) throws {
    let handle = try openPlainly(run) { try live(run, $0) }
    ExecutorProcess.closePlainly(handle)
    guard !ExecutorProcess.isMapped(run.plugin) else {
      throw TestFailure("dlclose does not unmap the file, though hsw_entry.flags lacks HSW_ENTRY_NO_UNLOAD")
    }
  }

  /// Opens the plugin as a careless host does, loads it, lives with it, unloads it, and returns the handle for dlclose.
  /// - Throws: `TestSkip` for a plugin whose code must stay.
  static func openPlainly(_ run: TestRun, _ live: (PluginLibrary) throws -> Void) throws -> UInt {
    let (handle, entry) = try run.openedPlainly()
    let library = try PluginLibrary(entry, run.arena)
    guard library.table.flags & UInt32(HSW_ENTRY_NO_UNLOAD) == 0 else {
      throw TestSkip("the plugin declares that its code must stay (HSW_ENTRY_NO_UNLOAD)")
    }
    _ = try library.loaded()
    try live(library)
    try library.unload()
    return handle
  }
}
