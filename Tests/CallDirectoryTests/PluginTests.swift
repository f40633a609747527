import Foundation
import Locking
import Testing

@testable import CallDirectory

/// The fixture of directories, compiled once for each set of defines.
private enum Fixture {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  static func compile(_ defines: [String], into folder: String) throws -> String {
    let path = "\(folder)/fixture.so"
    let headers = sources.deletingLastPathComponent().deletingLastPathComponent().path + "/Sources/TransportABI/include"
    let words = ["cc", "-std=gnu11", "-shared", "-fPIC", "-I\(headers)", "-o", path] + defines.map { "-D\($0)" }
    var pointers: [UnsafeMutablePointer<CChar>?] =
      (words + [sources.path + "/Fixtures/directory.c", "-lpthread"]).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    var status: CInt = -1
    try #require(posix_spawnp(&child, "cc", nil, nil, &pointers, environ) == 0)
    try #require(waitpid(child, &status, 0) == child && status == 0)
    return path
  }
}

/// Loads by the real helper from a plugin (directory.h).
@Suite("CallDirectory: plugins", .enabled(if: BuiltHelper.path != nil, "hookswitch-helper is not built"))
struct PluginTests {
  private let rig: TableRig
  private let plugin: String

  init() throws {
    rig = try TableRig()
    plugin = try Fixture.compile([], into: rig.folder)
  }

  private func load(_ script: String, onto table: DirectoryTable? = nil, plugin: String? = nil, json: String? = nil) -> DirectoryLoad {
    let settings = DirectorySettings(
      id: "org.example.test", source: .plugin(plugin ?? self.plugin, settings: json ?? "\"\(script)\"", network: false))
    var load = DirectoryLoad(settings, folder: rig.folder, table: table, revision: Int(table?.revision ?? 0) + 1, now: 1_000)
    load.helper = BuiltHelper.path
    return load
  }

  private func failure(_ load: DirectoryLoad) -> DirectoryError? {
    do throws(DirectoryError) { _ = try load.run() } catch { return error }
    return nil
  }

  @Test("A request's entries make a table, on the thread of begin_request and on another", arguments: ["", "later;"])
  func request(begin: String) throws {
    let outcome = try load(
      begin + "=0 incremental;=0 b 5;=0 i 7 Ann;=0 b 7;=0 i 7 Bob;=0 name 8;=0 print;=0 c tok;=-4 b 9;=-4 c;=-4 x 1 late"
    ).run()
    let table = outcome.table
    #expect(!outcome.isIncremental && table.token == "tok" && table.blocking == 2 && table.identification == 3)
    #expect(table.entry(of: 7) == .init(isBlocked: true, labels: ["Ann", "Bob"]))
    #expect(table.entry(of: 8)?.labels == ["org.example.test"])
    #expect(rig.files.filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test("The next request of a source is one of changes and has the token; after all removals nothing is left")
  func changes() throws {
    let changing = load("b 5;b 6;i 6 Ann;c first|=1 incremental;=0 rb 5;=0 rb 99;=0 ri 6;=0 token 7;=0 c second")
    let first = try changing.run().table
    var again = changing
    (again.table, again.revision) = (first, 2)
    let second = try again.run()
    #expect(second.isIncremental && second.table.token == "second" && second.table.entry(of: 5) == nil)
    #expect(second.table.entry(of: 6) == .init(isBlocked: true) && second.table.entry(of: 7)?.labels == ["first"])
    #expect(!load("c", onto: first).takesIncremental)
    var clearing = load("b 5;b 6;i 6 Ann;c|=0 RB;=0 RI;=0 b 1;=0 c")
    (clearing.table, clearing.revision) = (try clearing.run().table, 2)
    #expect(try clearing.run().table.entries == 1)
  }

  @Test(
    "An entry that breaks a rule gets its status, ends the request, and is reported with its place",
    arguments: [
      ("b 5;=-2 b 4", .entriesOutOfOrder, 2, "4 comes after 5"), ("b 5;=-2 b 5;=-4 b 6;=-4 c", .duplicateEntries, 2, "twice"),
      ("i 5 A;i 5 B;=-2 i 5 A", .duplicateEntries, 3, "\"A\" twice"), ("=-12 b 0", .invalidNumber, 1, "from 1 to"),
      ("=-12 b -5", .invalidNumber, 1, "from 1 to"), ("=-12 b 9223372036854775807", .invalidNumber, 1, "from 1 to"),
      ("=-2 i 5", .invalidLabel, 1, "empty"), ("=-2 newline 5", .invalidLabel, 1, "control character"),
      ("=-2 none 5", .invalidLabel, 1, "empty"), ("b 1;=-4 rb 5", .unexpectedIncrementalRemoval, 2, "full load"),
      ("=-4 RI", .unexpectedIncrementalRemoval, 1, "full load"), ("=-2 i 5 LONG", .invalidLabel, 1, "more than 256"),
    ] as [(String, DirectoryError.Code, Int, String)])
  func breaches(script: String, code: DirectoryError.Code, entry: Int, text: String) throws {
    let long = script.replacing("LONG", with: String(repeating: "x", count: 10_000))
    let error = try #require(failure(load(long + ";hang")))
    #expect(error.code == code && error.entry == entry && error.line == entry + 1 && error.message.contains(text), "\(error)")
  }

  @Test("A limit of the host stops a plugin that goes on for ever, and tells it so while the pipe is full") func limit() throws {
    let mark = rig.folder + "/heard"
    var flood = load("=-13 flood 900000000;=0 cancelled;expired;mark \(mark)")
    flood.settings.limits.maximumEntries = 100_000
    let error = try #require(failure(flood))
    #expect(error.code == .maximumEntriesExceeded && error.entry == 100_001, "\(error)")
    #expect(FileManager.default.fileExists(atPath: mark))
  }

  @Test("The end of a source's process is noted once, with its status and its last words")
  func end() throws {
    var dies = load("b 1;print;exit 3")
    let ends = Locked<[SourceEnd]>([])
    dies.noteEnd = { end in ends.withLock { $0.append(end) } }
    #expect(failure(dies)?.message.contains("exit code 3") == true)
    let end = try #require(ends.withLock { $0 }.first)
    #expect(ends.withLock { $0.count } == 1 && end.exitCode == 3 && end.signal == 0 && !end.wasKilled)
    #expect(end.output.contains("block\t77"))
  }

  @Test("A plugin that dies by a signal dies at once, without a backtrace")
  func death() throws {
    let mark = rig.folder + "/survived"
    var dies = load("b 1;segv;mark \(mark)")
    let ends = Locked<[SourceEnd]>([])
    dies.noteEnd = { end in ends.withLock { $0.append(end) } }
    #expect(failure(dies)?.message.contains("signal 11") == true)
    #expect(ends.withLock { $0.map(\.signal) } == [11] && ends.withLock { $0.map(\.output) } == [""])
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test("L3: a plugin that returns from begin_request after the host has given up ends its process")
  func returns() throws {
    var late = load("b 1;=0 cancelled;=-13 b 2")
    let ends = Locked<[SourceEnd]>([])
    late.noteEnd = { end in ends.withLock { $0.append(end) } }
    late.settings.deadline = 0.3
    #expect(failure(late)?.message.contains("deadline") == true)
    #expect(ends.withLock { $0.map(\.wasKilled) } == [false])
  }

  @Test("The conformance kit refuses an entry and holds a plugin by arguments of its process, and sees its conduct")
  func trials() throws {
    var trial = RequestTrial(witness: rig.folder + "/page")
    (trial.refused, trial.hold) = (7, .entry(9))
    var task = PluginTask(file: "/x.so")
    (task.host, task.trial) = (4, trial)
    #expect(PluginTask(arguments: task.arguments(helper: "helper")) == task)
    task.trial?.hold = .complete
    #expect(PluginTask(arguments: task.arguments(helper: "helper")) == task)
    #expect(PluginTask(arguments: ["helper", "directory", "/x.so", "--refuse-at", "7"]) == nil)

    let witness = try #require(RequestWitness(trial.witness, isNew: true))
    #expect(RequestWitness(trial.witness, isNew: true) == nil && RequestWitness("/nowhere/page", isNew: false) == nil)
    var refused = load("=0 b 1;=-2 b 2;=-4 b 3;=-4 c")
    refused.trial = RequestTrial(witness: trial.witness)
    refused.trial?.refused = 2
    #expect(failure(refused)?.code == .loadingInterrupted)
    #expect(witness[.entries] == 2 && witness[.refused] == 1 && witness[.ended] == 2 && witness[.returned] == 1)
    #expect(witness[.entriesAfterFailure] == 1 && witness[.completesAfterFailure] == 1 && witness[.completes] == 0)
    #expect(witness.text(.id) == "org.example.fixture" && witness.text(.version) == "1.0")
  }

  @Test(
    "A request that is cancelled, forgotten or dies has its error",
    arguments: [
      ("=0 x -7 no licence;=-4 b 1", .cancelled, "shop: no licence"), ("b 1", .loadingInterrupted, "before complete or cancel"),
      ("b 1;segv", .loadingInterrupted, "died by signal 11"), ("exit 3", .loadingInterrupted, "exit code 3"),
      ("later;exit 4", .loadingInterrupted, "exit code 4"),
    ] as [(String, DirectoryError.Code, String)])
  func ends(script: String, code: DirectoryError.Code, text: String) throws {
    let error = try #require(failure(load(script)))
    #expect(error.code == code && error.message.contains(text), "\(error)")
    if code == .cancelled { #expect(error.domain == "org.example.test" && error.domainCode == -7) }
  }

  @Test("A plugin gets no more than 1 GiB of address space") func memoryLimit() throws {
    let error = try #require(failure(load("=0 memory 2000")))
    #expect(error.code == .loadingInterrupted && error.message.contains("status 1, not 0"), "\(error)")
  }

  @Test("begin_request that returns an error cancels with its reason") func refusal() throws {
    let error = try #require(failure(load("", json: "{}")))
    #expect(error.code == .cancelled && error.domainCode == -2 && error.message == "the settings are not a string")
  }

  @Test("L3: a plugin hears of the deadline by cancel and by complete, and one that does not end is ended")
  func cancellation() throws {
    let mark = rig.folder + "/heard"
    var slow = load("b 1;=0 cancelled;=-13 b 2;=0 expired;mark \(mark)")
    slow.settings.deadline = 0.3
    #expect(failure(slow)?.code == .loadingInterrupted && FileManager.default.fileExists(atPath: mark))
    var deaf = load("b 1;hang")
    deaf.settings.deadline = 0.2
    #expect(failure(deaf)?.message.contains("deadline") == true)
    let late = load("b 1;later;=0 cancelled;=0 expired")
    late.gate.giveUp(.disabled)
    #expect(failure(late)?.message.contains("disabled") == true)
  }

  @Test("A plugin that is not there, not trusted or breaks the contract is noExtensionFound with the loader's reason")
  func refusals() throws {
    let other = try TableRig()
    let missing = try #require(failure(load("", plugin: "/nowhere/x.so")))
    #expect(missing.code == .noExtensionFound, "\(missing)")
    for (define, text) in [
      ("NO_ENTRY", "hookswitch_directory_query: file says not exported"), ("FUTURE", "needs version 2"),
      ("NO_DESCRIPTOR", "entry.descriptor"),
    ] {
      let error = try #require(failure(load("", plugin: try Fixture.compile([define], into: other.folder))))
      #expect(error.code == .noExtensionFound && error.message.contains(text), "\(error)")
    }
    let dies = try #require(failure(load("c", plugin: try Fixture.compile(["DIES"], into: other.folder))))
    #expect(dies.code == .loadingInterrupted && dies.message.contains("died by signal"), "\(dies)")
    let path = try Fixture.compile([], into: other.folder)
    chmod(path, 0o777)
    let untrusted = try #require(failure(load("c", plugin: path)))
    #expect(untrusted.code == .noExtensionFound && untrusted.message.contains("writ"), "\(untrusted)")
    #expect(failure(load("c", plugin: try other.write("not a library", to: "x.so")))?.code == .noExtensionFound)
  }

  @Test("By hand, a plugin whose reader has gone ends, also one that ends its request later", arguments: ["", "later;"])
  func byHand(begin: String) throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words = [try #require(BuiltHelper.path), "directory", plugin]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = [strdup("HOOKSWITCH_DIRECTORY_SETTINGS=\"\(begin)flood 900000000\""), nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var child: pid_t = 0
    try #require(posix_spawn(&child, words[0], &actions, nil, &arguments, &variables) == 0)
    close(ends[1])
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1)
    close(ends[0])
    let limit = ContinuousClock.now + .seconds(60)
    var status: CInt = 0
    var hasEnded = false
    while !hasEnded, ContinuousClock.now < limit {
      hasEnded = waitpid(child, &status, WNOHANG) == child
      poll(nil, 0, 5)
    }
    #expect(hasEnded)
    if !hasEnded {
      kill(child, SIGTERM)
      waitpid(child, &status, 0)
    }
  }

  @Test("With sort, a plugin may send its entries in any order") func sorted() throws {
    var load = load("=0 b 9;=0 b 5;=0 b 9;=0 c")
    load.settings.limits.sorts = true
    let outcome = try load.run()
    #expect(outcome.table.blocking == 2 && outcome.counts.dropped == 1)
  }
}
