import Foundation
import Testing

@testable import CallDirectory

@Suite("CallDirectory: the meaning of a load")
struct LoadRuleTests {
  private let rig: TableRig

  init() throws { rig = try TableRig() }

  private func full(_ lines: [String]) -> String { TableRig.stream("full", lines) }
  private func changes(_ lines: [String]) -> String { TableRig.stream("incremental", lines) }

  @Test("L1: a load that fails leaves no file, and the old table answers on")
  func transaction() throws {
    let old = try rig.load(full(["block 5"])).table
    let files = rig.files
    #expect(rig.error(full(["block 6", "block 6"])) != nil)
    #expect(rig.files == files && old.entry(of: 5)?.isBlocked == true && old.entry(of: 6) == nil)
    // An unlinked file serves until its last look-up.
    unlink(old.path)
    #expect(old.entry(of: 5)?.isBlocked == true)
  }

  @Test("L2: a full load replaces everything, an incremental one changes the table that it was begun on")
  func fullAndIncremental() throws {
    let first = try rig.load(full(["block 5", "block 7", "identify 7 A", "identify 9 B"]))
    #expect(first.counts.blockingAdded == 2 && first.counts.identificationAdded == 2 && first.counts.blockingRemoved == 0)
    let second = try rig.load(changes(["unblock 5", "block 6", "unidentify 9", "identify 7 D", "identify 9 C"]), onto: first.table)
    #expect(second.table.entry(of: 5) == nil && second.table.entry(of: 6) == .init(isBlocked: true))
    #expect(second.table.entry(of: 7) == .init(isBlocked: true, labels: ["A", "D"]))
    #expect(second.table.entry(of: 9) == .init(isBlocked: false, labels: ["C"]))
    #expect(second.table.blocking == 2 && second.table.identification == 3)
    #expect(second.counts.blockingAdded == 1 && second.counts.blockingRemoved == 1)
    #expect(second.counts.identificationAdded == 2 && second.counts.identificationRemoved == 1)
    let third = try rig.load(full(["identify 1 E"]), onto: second.table)
    #expect(third.table.entries == 1 && third.counts.blockingRemoved == 2 && third.counts.identificationRemoved == 3)
    #expect(first.table.entry(of: 5)?.isBlocked == true)
  }

  @Test("L2: all removals come first, and empty one kind alone")
  func allRemovals() throws {
    let old = try rig.load(full(["block 5", "identify 5 A", "identify 6 B"])).table
    let blocking = try rig.load(changes(["unblock *", "block 8"]), onto: old)
    #expect(blocking.table.entry(of: 5) == .init(isBlocked: false, labels: ["A"]) && blocking.table.blocking == 1)
    #expect(blocking.counts.blockingRemoved == 1 && blocking.counts.identificationRemoved == 0)
    let labels = try rig.load(changes(["block 8", "unidentify *"]), onto: old)
    #expect(labels.table.entry(of: 5) == .init(isBlocked: true) && labels.table.entry(of: 6) == nil)
    #expect(labels.counts.identificationRemoved == 2)
    #expect(rig.error(changes(["block 8", "unblock *"]), onto: old)?.code == .entriesOutOfOrder)
  }

  @Test("L6: a removal in a full load is an error, and one of an entry that is not there is none")
  func removals() throws {
    #expect(rig.error(full(["unblock 5"]))?.code == .unexpectedIncrementalRemoval)
    let old = try rig.load(full(["block 5"])).table
    let (table, counts) = try rig.load(changes(["unblock 4", "unidentify 5", "unblock 77"]), onto: old)
    #expect(table.entry(of: 5)?.isBlocked == true && counts.blockingRemoved == 0 && counts.identificationRemoved == 0)
  }

  @Test("L9: a number that is blocked and identified keeps both, in either order of the kinds")
  func both() throws {
    for lines in [["block 5", "identify 5 A"], ["identify 5 A", "block 5"]] {
      #expect(try rig.load(full(lines)).table.entry(of: 5) == .init(isBlocked: true, labels: ["A"]))
    }
  }

  @Test("An incremental load without a table, or beyond the limit with the old entries, fails")
  func incrementalFaults() throws {
    #expect(rig.error(changes(["block 5"]))?.code == .unknown)
    var limits = LoadLimits()
    limits.maximumEntries = 2
    let old = try rig.load(full(["block 5", "block 6"])).table
    #expect(rig.error(changes(["block 7"]), onto: old, limits: limits)?.code == .maximumEntriesExceeded)
    #expect(rig.error(changes(["block 7", "unblock 5"]), onto: old, limits: limits) == nil)
  }
}

/// The helper of this build; nil when it is not built.
enum BuiltHelper {
  static let path: String? = {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let file = folder.appendingPathComponent("hookswitch-helper").path
    return access(file, X_OK) == 0 ? file : nil
  }()
}

/// Loads by the real helper, from programs and files.
@Suite("CallDirectory: sources", .enabled(if: BuiltHelper.path != nil, "hookswitch-helper is not built"))
struct SourceTests {
  private let rig: TableRig

  init() throws { rig = try TableRig() }

  private func load(_ script: String, onto table: DirectoryTable? = nil, revision: Int = 1) throws -> DirectoryLoad {
    // By the shell: a file that was just written cannot be executed while a child of another test still holds its descriptor.
    let path = try rig.write("\(script)\n", to: "source.sh")
    let settings = DirectorySettings(id: "org.example.test", source: .executable(["/bin/sh", path, "one"], network: false))
    var load = DirectoryLoad(settings, folder: rig.folder, table: table, revision: revision, now: 1_000)
    load.helper = BuiltHelper.path
    return load
  }

  private func error(_ load: DirectoryLoad) -> DirectoryError? {
    do throws(DirectoryError) { _ = try load.run() } catch { return error }
    return nil
  }

  @Test("A program's records make a table, and its token comes back with the next load")
  func program() throws {
    let script = """
      if [ "$HOOKSWITCH_DIRECTORY_INCREMENTAL" = 1 ]; then
        printf 'hookswitch-directory 1 incremental\\nidentify\\t7\\t%s\\ncomplete\\tsecond\\n' "$HOOKSWITCH_DIRECTORY_TOKEN"
      else
        printf 'hookswitch-directory 1 full\\nblock\\t5\\nidentify\\t6\\t%s\\ncomplete\\tfirst' "$1"
      fi
      """
    let first = try load(script).run()
    #expect(first.table.token == "first" && !first.isIncremental && first.table.revision == 1 && first.table.loaded == 1_000)
    #expect(first.table.entry(of: 6)?.labels == ["one"])
    let second = try load(script, onto: first.table, revision: 2).run()
    #expect(second.isIncremental && second.table.token == "second" && second.table.entry(of: 7)?.labels == ["first"])
    #expect(second.table.entry(of: 5)?.isBlocked == true)
    // Another source gets no token of this one, and must send everything.
    var other = try load(script, onto: second.table, revision: 3)
    other.settings.source = .executable(["/bin/sh", rig.folder + "/source.sh"], network: false)
    #expect(!other.takesIncremental)
    #expect(rig.files.filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test("A program runs without network, with niceness 10 and 1 GiB of address space, without descriptors of the host")
  func confinedProgram() throws {
    let script = """
      exec 2>/dev/null
      files=$(ls /proc/self/fd | wc -l)
      printf 'hookswitch-directory 1 full\\nidentify\\t1\\tnice %s\\nidentify\\t2\\tmemory %s\\nidentify\\t3\\tfiles %s\\ncomplete\\n' \
        "$(nice)" "$(ulimit -v)" "$files"
      """
    let table = try load(script).run().table
    let base = getpriority(.init(PRIO_PROCESS.rawValue), 0)
    #expect(table.entry(of: 1)?.labels == ["nice \(min(base + 10, 19))"])
    #expect(table.entry(of: 2)?.labels == ["memory 1048576"])
    // The program that counts has 0, 1, 2 and the folder.
    let files = try #require(table.entry(of: 3)?.labels.first?.dropFirst("files ".count))
    #expect(try #require(Int(files)) <= 4)
  }

  @Test(
    "A program that dies, ends early or does not exist has its error",
    arguments: [
      ("printf 'hookswitch-directory 1 full\\nblock\\t5\\n'", .loadingInterrupted, "exit code 0"),
      ("echo oh dear >&2; exit 3", .loadingInterrupted, "exit code 3 before complete or cancel; it printed last: oh dear"),
      ("kill -9 $$", .loadingInterrupted, "died by signal 9"),
      ("printf 'hookswitch-directory 1 full\\ncancel\\t-7\\tno licence\\n'", .cancelled, "no licence"),
    ] as [(String, DirectoryError.Code, String)])
  func deaths(script: String, code: DirectoryError.Code, text: String) throws {
    let error = try #require(error(try load(script)))
    #expect(error.code == code && error.message.contains(text), "\(error)")
    if code == .cancelled { #expect(error.domain == "org.example.test" && error.domainCode == -7) }
    #expect(rig.files == ["source.sh"])
  }

  @Test("A program that cannot be started is noExtensionFound")
  func notStarted() throws {
    var load = try load("")
    load.settings.source = .executable(["/nowhere/program"], network: false)
    #expect(error(load)?.code == .noExtensionFound)
    let file = try rig.write("not a program", to: "text")
    load.settings.source = .executable([file], network: false)
    #expect(error(load)?.code == .noExtensionFound)
    chmod(file, 0o755)
    let last = error(load)
    #expect(last?.code == .noExtensionFound && last?.message.contains("cannot start") == true, "\(String(describing: last))")
  }

  @Test("L3: a program that is silent is ended at the deadline, and one that is given up too; with all that it started")
  func hangs() throws {
    var slow = try load("printf 'hookswitch-directory 1 full\\n'; sh -c 'cat /dev/zero >/dev/null' & exec cat /dev/zero > /dev/null")
    slow.settings.deadline = 0.3
    #expect(error(slow)?.code == .loadingInterrupted)
    var stopped = try load("exec cat /dev/zero > /dev/null")
    stopped.gate.giveUp(.disabled)
    #expect(error(stopped)?.message.contains("disabled") == true)
    stopped.gate = LoadGate()
    #expect(stopped.gate.commit() && !stopped.gate.giveUp(.cancelled))
  }

  @Test("A program that floods its output or its errors is stopped by the limits")
  func floods() throws {
    var flood = try load("printf 'hookswitch-directory 1 full\\n'; exec yes block")
    #expect(error(flood)?.code == .unknown)
    flood = try load("yes oh >&2 & printf 'hookswitch-directory 1 full\\nblock\\t5\\ncomplete\\n'")
    #expect(try flood.run().table.blocking == 1)
  }

  @Test("A file is loaded with its stamp as the token, and other files are refused")
  func files() throws {
    let path = try rig.write("5\n6\n", to: "numbers.txt")
    let settings = DirectorySettings(id: "org.example.file", source: .file(path, region: nil))
    var load = DirectoryLoad(settings, folder: rig.folder, table: nil, revision: 1, now: 0)
    let table = try load.run().table
    #expect(table.blocking == 2 && table.token == FileStamp.of(path)?.token)
    load.settings.source = .file(rig.folder, region: nil)
    #expect(error(load)?.code == .noExtensionFound)
    load.settings.source = .file(rig.folder + "/none.txt", region: nil)
    #expect(error(load)?.code == .noExtensionFound)
  }
}
