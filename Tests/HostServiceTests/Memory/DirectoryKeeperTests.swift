import CallControl
import CallDirectory
import Foundation
import HostSurface
import Locking
import StrictJSON
import Testing

@testable import CallStore
@testable import HostService

@Suite("HostService: call directories", .timeLimit(.minutes(2)))
struct DirectoryKeeperTests {
  private let memory: TestMemory
  private let alarm = MemoryKeeperTests.TestAlarm()
  private let told = Locked<[String]>([])
  private let folder: String

  init() throws {
    memory = try TestMemory()
    folder = memory.path + "/sources"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var tables: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/tables")) ?? []).sorted() }

  private func keeper() -> DirectoryKeeper {
    var place = DirectoryKeeper.Place(folder: folder + "/tables")
    // The tests look themselves.
    place.watchesFiles = false
    return DirectoryKeeper(
      place, store: memory.store, alarm: alarm,
      receivers: DirectoryKeeper.Receivers(tell: { [told] id, value in
        told.withLock { $0.append("\(id) \(value?["state"]?.string ?? "gone")") }
      }))
  }

  private func file(_ id: String, _ text: String, change: (inout DirectorySettings) -> Void = { _ in }) throws -> DirectorySettings {
    let path = "\(folder)/\(id).csv"
    try Data("number,action,label\n\(text)".utf8).write(to: URL(fileURLWithPath: path))
    var settings = DirectorySettings(id: id, source: .file(path, region: nil))
    change(&settings)
    return settings
  }

  /// Waits for the loads that were begun without a request.
  private func settle(_ keeper: DirectoryKeeper) {
    keeper.running.wait()
    keeper.queue.sync {}
  }

  @Test("Directories are asked in their order: the first that blocks, blocks; the first label names the caller")
  func order() throws {
    let keeper = keeper()
    let first = try file("first", "5,identify,Ann\n6,identify,Bob")
    let second = try file("second", "5,block,\n7,block,Scam") { $0.order = 1 }
    let third = try file("third", "5,block,\n7,identify,Other\n8,identify,Eve") { $0.order = 2 }
    keeper.configure([third, first, second])
    settle(keeper)
    #expect(keeper.list.map { $0["directory"]?.string } == ["first", "second", "third"])
    #expect(keeper.lookup("+5") == CallerDirectoryAnswer(directory: "second", isBlocked: true, label: "Ann", labelSource: "first"))
    #expect(keeper.lookup("+7") == CallerDirectoryAnswer(directory: "second", isBlocked: true, label: "Scam"))
    #expect(keeper.lookup("+8") == CallerDirectoryAnswer(directory: "third", isBlocked: false, label: "Eve"))
    #expect(keeper.lookup("+9") == nil && keeper.lookup("7") == nil && keeper.lookup("+") == nil && keeper.lookup("+7x") == nil)
    keeper.close(waits: true)
  }

  @Test("J8: a directory blocks a caller, and says so in the decision; a contact and J7 come first")
  func judge() throws {
    let keeper = keeper()
    keeper.configure([try file("org.example.spam", "12025550166,block,Scam likely\n12025550167,identify,Pizza")])
    settle(keeper)
    memory.store.setDirectory(keeper)
    func check(_ number: String) -> CallerDecision {
      memory.store.check(.init(handle: Handle(type: .phoneNumber, value: number), date: memory.store.settings.now().date))
    }
    let blocked = check("+12025550166")
    #expect(blocked.rule == "J8 org.example.spam" && blocked.refusal == .filteredByBlockList && blocked.label == "Scam likely")
    #expect(blocked.steps.contains { $0.rule == "J8" && $0.says == "refuse" && $0.detail == "org.example.spam" })
    #expect(check("+12025550167").verdict.labelSource == "org.example.spam")
    _ = try memory.store.addBlockRule(BlockRule(.exact, "+12025550166", effect: .allow, addedBy: "user"))
    let allowed = check("+12025550166")
    #expect(allowed.ring == .ring && allowed.rule == "J3 block:1" && allowed.label == "Scam likely")
    keeper.close(waits: true)
  }

  @Test(
    "L5: disabling keeps the table and stops using it at once, enabling uses it at once and does not load; a person's switch outlives the host"
  )
  func enabled() throws {
    let keeper = keeper()
    let settings = try file("a", "5,block,")
    keeper.configure([settings])
    settle(keeper)
    let revision = keeper.directory("a")?["revision"]
    #expect(keeper.setEnabled("a", false) && keeper.lookup("+5") == nil)
    #expect(keeper.directory("a")?["status"] == "disabled" && keeper.directory("a")?["blocking"] == 1 && tables.count == 1)
    keeper.close(waits: true)
    let later = self.keeper()
    later.configure([settings])
    #expect(later.lookup("+5") == nil && later.setEnabled("a", true) && later.lookup("+5")?.isBlocked == true)
    settle(later)
    #expect(later.directory("a")?["revision"] == revision && later.directory("a")?["loaded"] != nil)
    #expect(!later.setEnabled("b", true))
    later.close(waits: true)
  }

  @Test("L1, L7 and L8: a failed load keeps table, revision and report of the failure, also across a restart; the file tells its line")
  func failure() async throws {
    let keeper = keeper()
    keeper.configure([try file("a", "5,block,\n6,block,")])
    settle(keeper)
    let before = try #require(keeper.directory("a"))
    #expect(before["state"] == "idle" && before["lastReport"]?["ok"] == true && before["lastReport"]?["blockingAdded"] == 2)
    let settings = try file("a", "5,block,\n4,block,")
    let report = await keeper.reload("a")
    #expect(report.error?.code == .entriesOutOfOrder && report.error?.line == 3 && report.error?.entry == 2)
    #expect(keeper.lookup("+6")?.isBlocked == true && keeper.directory("a")?["revision"] == before["revision"])
    #expect(keeper.directory("a")?["state"] == "failed" && tables == ["a.1.hswdir"])
    keeper.close(waits: true)
    let later = self.keeper()
    later.configure([settings])
    let error = later.directory("a")?["lastReport"]?["error"]
    #expect(error?["code"] == "entriesOutOfOrder" && error?["number"] == 3 && error?["line"] == 3 && error?["value"] == "4")
    #expect(later.lookup("+6")?.isBlocked == true)
    later.close(waits: true)
  }

  @Test("L7: a failure is tried again after 1 min, 5 min, 30 min, then 6 h; one that a person caused is not")
  func schedule() {
    var schedule = LoadSchedule()
    var now = WallTime(milliseconds: 1_000_000)
    for minutes: Int64 in [1, 5, 30, 360, 360] {
      schedule.failed(at: now, byPerson: false)
      let due = now.advanced(byMilliseconds: minutes * 60_000)
      #expect(schedule.due == due)
      let isEarly = schedule.take(at: due.advanced(byMilliseconds: -1))
      #expect(!isEarly)
      let before = schedule
      schedule.failed(at: now, byPerson: true)
      #expect(schedule == before)
      let isDue = schedule.take(at: due)
      #expect(isDue && schedule.due == nil)
      now = due
    }
    schedule.succeeded(at: now, every: nil)
    #expect(schedule.due == nil)
    schedule.succeeded(at: now, every: 90)
    #expect(schedule.due == now.advanced(byMilliseconds: 90_000))
    // A clock that was set back a day does not put the load off by a day.
    let isBefore = schedule.take(at: now.advanced(byMilliseconds: -86_400_000))
    #expect(!isBefore)
    #expect(schedule.due == now.advanced(byMilliseconds: -86_400_000 + 90_000))
  }

  @Test("L7: the alarm is set for the next try, which a good file then ends")
  func retry() throws {
    let keeper = keeper()
    let missing = DirectorySettings(id: "a", source: .file(folder + "/a.csv", region: nil))
    keeper.configure([missing])
    settle(keeper)
    #expect(keeper.directory("a")?["lastReport"]?["error"]?["code"] == "noExtensionFound")
    #expect(alarm.time == memory.store.settings.now().advanced(byMilliseconds: 60_000))
    _ = try file("a", "5,block,")
    keeper.queue.sync { keeper.look() }
    settle(keeper)
    #expect(keeper.directory("a")?["state"] == "idle" && keeper.lookup("+5")?.isBlocked == true)
    keeper.close(waits: true)
  }

  @Test("A changed file is loaded again by its inode, size or time; the same file is not")
  func changedFile() throws {
    let keeper = keeper()
    keeper.configure([try file("a", "5,block,")])
    settle(keeper)
    keeper.queue.sync { keeper.look() }
    settle(keeper)
    #expect(keeper.directory("a")?["revision"] == 1)
    _ = try file("a", "5,block,\n6,block,")
    keeper.queue.sync { keeper.look() }
    settle(keeper)
    #expect(keeper.directory("a")?["revision"] == 2 && keeper.lookup("+6") != nil && tables == ["a.2.hswdir"])
    keeper.close(waits: true)
  }

  @Test("A watch tells that a file in its folder was written or got its name")
  func watch() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = DirectoryWatch(on: DispatchQueue(label: "test")) { continuation.yield() }
    watch.set([folder + "/a.csv"])
    var told = events.makeAsyncIterator()
    _ = try file("a", "5,block,")
    #expect(await told.next() != nil)
    try FileManager.default.moveItem(atPath: folder + "/a.csv", toPath: folder + "/b.csv")
    #expect(await told.next() != nil)
    watch.cancel()
  }

  @Test("After a crash between any two steps the old table or the new one answers, and strange files are removed")
  func crash() throws {
    let keeper = keeper()
    let settings = try file("a", "5,block,")
    keeper.configure([settings])
    settle(keeper)
    keeper.close(waits: true)
    let table = folder + "/tables/a.1.hswdir"
    // The new file has its name, and the store's row has the old revision.
    try FileManager.default.copyItem(atPath: table, toPath: folder + "/tables/a.2.hswdir")
    try Data("half".utf8).write(to: URL(fileURLWithPath: folder + "/tables/a.3.tmp"))
    var later = self.keeper()
    later.configure([settings])
    #expect(later.lookup("+5") != nil && tables == ["a.1.hswdir"])
    later.close(waits: true)
    // The row has the new revision, and the old file is not unlinked yet; then the named file is damaged.
    try FileManager.default.copyItem(atPath: table, toPath: folder + "/tables/a.2.hswdir")
    var row = try #require(try memory.store.directories().first)
    row.revision = 2
    try memory.store.putDirectory(row)
    later = self.keeper()
    later.configure([settings])
    #expect(later.lookup("+5") != nil && tables == ["a.2.hswdir"])
    later.close(waits: true)
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder + "/tables/a.2.hswdir"))
    later = self.keeper()
    later.configure([settings])
    settle(later)
    #expect(later.lookup("+5") != nil && later.directory("a")?["state"] == "idle")
    later.close(waits: true)
  }

  @Test("L4, L5: a second load is currentlyLoading, a disabled directory extensionDisabled; states are told in their order")
  func refusals() async throws {
    let keeper = keeper()
    keeper.configure([try file("a", "5,block,")])
    settle(keeper)
    // The lane of loads stands still, so that the first load stays under way.
    keeper.state.withLock { $0.entries["a"]?.running = DirectoryState.Running(number: 99, gate: LoadGate(), isPersons: true) }
    #expect(await keeper.reload("a").error?.code == .currentlyLoading)
    #expect(keeper.cancel("a"))
    #expect(keeper.state.withLock { $0.entries["a"]?.running?.gate.reason } == .cancelled)
    keeper.state.withLock { $0.entries["a"]?.running = nil }
    _ = keeper.setEnabled("a", false)
    #expect(await keeper.reload("a").error?.code == .extensionDisabled)
    #expect(await keeper.reload("b").error?.code == .noExtensionFound)
    keeper.configure([])
    #expect(told.withLock { $0 } == ["a idle", "a loading", "a idle", "a idle", "a gone"])
    #expect(keeper.list.isEmpty && tables.isEmpty)
    keeper.close(waits: true)
  }
}
