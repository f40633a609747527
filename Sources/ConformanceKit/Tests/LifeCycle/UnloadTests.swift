internal import CConformance
internal import ConformanceHarness
internal import ConformanceSupervisor
internal import Glibc
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
  ]

  private static func reload(_ run: TestRun) throws {
    for round in 1...2 {
      let linked = try LinkedLibrary(path: run.plugin)
      let library = try PluginLibrary(PluginEntry(path: run.plugin, address: linked.entry, page: run.lastCall), run.arena)
      let status = try library.load()
      guard status == HSW_OK else {
        throw TestFailure("entry.load answered \(StatusName.of(status)) in \(round == 1 ? "the first" : "the second") life")
      }
      try live(run, library)
      try library.unload()
      linked.close()
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
    let before = ProcessView.now()
    // On a separate thread, so that the plugin's thread-local data is destroyed when its code is gone.
    try OtherThread.run { try liveAndClose(run) }
    let left = ProcessView.now().newThreads(since: before)
    guard left.isEmpty else { throw TestFailure("unload and dlclose left behind: " + left.joined(separator: ", ")) }
    let signal = run.lastCall.during("exit of the process", thread: .any, call: 1) { hookswitch_harness_exit_in_fork() }
    guard signal >= 0 else {
      throw ConformanceError.kit("cannot fork the process to see it exit: \(String(cString: strerror(errno)))")
    }
    guard signal == 0 else { throw TestFailure("after dlclose the process cannot exit: signal \(signal), from a handler that is gone") }
  }

  private static func liveAndClose(_ run: TestRun) throws {
    var text = [CChar](repeating: 0, count: 1024)
    guard let handle = hookswitch_harness_open_plainly(run.plugin, &text, text.count) else {
      throw TestFailure("dlopen: \(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))")
    }
    guard let symbol = dlsym(handle, "hookswitch_transport_query") else { throw TestFailure("hookswitch_transport_query is not found") }
    let library = try PluginLibrary(
      PluginEntry(path: run.plugin, address: UInt(bitPattern: symbol), page: run.lastCall), run.arena)
    guard library.table.flags & UInt32(HSW_ENTRY_NO_UNLOAD) == 0 else {
      throw TestSkip("the plugin declares that its code must stay (HSW_ENTRY_NO_UNLOAD)")
    }
    _ = try library.loaded()
    try live(run, library)
    try library.unload()
    dlclose(handle)
    var status = stat()
    guard stat(run.plugin, &status) == 0, hookswitch_harness_is_mapped(UInt64(status.st_dev), UInt64(status.st_ino)) == 0 else {
      throw TestFailure("dlclose does not unmap the file, though hsw_entry.flags lacks HSW_ENTRY_NO_UNLOAD")
    }
  }
}
