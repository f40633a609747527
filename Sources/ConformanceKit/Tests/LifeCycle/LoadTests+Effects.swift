internal import ConformanceHarness
internal import Glibc
internal import TransportABI
internal import TransportLoader

// The effects of a file, and of the libraries that come with it, on the process that opens it.
extension LoadTests {
  static func noSideEffects(_ run: TestRun) throws {
    // Initialises the kit's own state before the first look.
    _ = PluginPapers(path: run.plugin)
    let folders = FileTree.folders(of: run)
    let trap = try OutputTrap()
    let before = SideEffects.now()
    let files = FileTree.paths(in: folders)
    var effects: [String] = []
    let result = Result {
      let entry = try step("dlopen", &effects) { try run.openedPlainly().entry }
      let library = try step("hookswitch_transport_query", &effects) { try PluginLibrary(entry, run.arena) }
      _ = try step("entry.descriptor", &effects) { try library.descriptor(0) }
    }
    let left = SideEffects.now().since(before)
    let made = FileTree.paths(in: folders).subtracting(files).sorted()
    let output = String(decoding: trap.open(), as: UTF8.self)
    try result.get()
    guard left.isEmpty else { throw TestFailure("opening and querying it left behind: " + left.joined(separator: ", ")) }
    guard output.isEmpty else { throw TestFailure("opening and querying it wrote to the standard output or error: \(output.prefix(80))") }
    if let file = made.first { throw TestFailure("opening and querying it made the file \(file)") }
    if let sentence = effects.first { throw TestFailure(sentence) }
  }

  /// Runs one function, and notes the system calls with effects and the changes of the process.
  private static func step<Value>(_ function: String, _ effects: inout [String], _ body: () throws -> Value) throws -> Value {
    let before = Surroundings()
    let watch = SystemCallWatch()
    let result = Result { try body() }
    let calls = watch.stop()
    effects += Surroundings().changes(since: before).map { "\(function) changed \($0.words)" }
    effects += calls.map { "\(function) made the system call \($0)" }
    return try result.get()
  }

  /// The system calls that neither begin a thread, nor use the network, nor write a file.
  private static let harmlessInLoad: Set<String> = [
    "umask", "chdir", "fchdir", "alarm", "setitimer", "timer_create", "setpriority", "kill", "tkill", "write", "writev",
  ]

  static func quiet(_ run: TestRun) throws {
    let library = try PluginLibrary(run.entry(), run.arena)
    let folders = FileTree.folders(of: run)
    let files = FileTree.paths(in: folders)
    let watch = SystemCallWatch()
    let status = Result { try library.load() }
    let calls = watch.stop().filter { call in !harmlessInLoad.contains(String(call.prefix { $0 != " " })) }
    let answer = try status.get()
    guard answer == HSW_OK else { throw TestFailure("entry.load answered \(StatusName.of(answer))") }
    if !watch.sees { run.note("this kernel does not report system calls (Linux 5.11 on x86-64 does): only what stays is seen") }
    if let call = calls.first { throw TestFailure("entry.load made the system call \(call)") }
    if let file = FileTree.paths(in: folders).subtracting(files).sorted().first { throw TestFailure("entry.load made the file \(file)") }
    try library.unload()
  }

  static func neededSane(_ run: TestRun) throws {
    guard PluginPapers(path: run.plugin).elfError == nil else { throw TestSkip("the file itself is not whole, which load.elf-sane shows") }
    let libraries: NeededLibraries
    do throws(TransportRefusal) {
      libraries = try NeededLibraries(of: run.plugin)
    } catch {
      throw TestFailure("the loader refuses a library that comes with it: \(error)")
    }
    for library in libraries.files where !library.isSystem {
      if let error = PluginPapers(path: library.file).elfError {
        throw TestFailure("\(library.file), which comes with it: \(error.field): the file says \(error.found), should be \(error.wanted)")
      }
    }
  }

  static func afterForkExec(_ run: TestRun) throws {
    let library = try PluginLibrary(run.entry(), run.arena)
    let watch = InheritanceWatch()
    run.lastCall.observer = watch
    defer { run.lastCall.observer = nil }
    try WholeLife(run, library).play()
    if let sentence = watch.findings.first { throw TestFailure(sentence) }
  }
}
