import CallControl
import Foundation
import HookswitchCore
import Locking
import Testing

@testable import CallStore

@Suite("CallStore: history")
struct HistoryTests {
  /// A provider that carries all out at once.
  private final class Delegate: ProviderDelegate {
    func providerDidReset(_ provider: Provider) {}
    func provider(_ provider: Provider, perform action: StartCallAction) { action.fulfill() }
    func provider(_ provider: Provider, perform action: AnswerCallAction) { action.fulfill() }
    func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill() }
  }

  @Test("A host with a store remembers its calls, in the order in which they began")
  func host() async throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    let clock = VirtualClock()
    var settings = HostSettings()
    settings.recorder = store
    settings.blocked = [.number("+12025550199")]
    let host = CallHost(clock: clock, settings: settings)
    let provider = try host.register("a", delegate: Delegate())
    let controller = CallController(host: host)
    var update = CallUpdate()
    update.remoteHandle = .number("+1 202 555 0100")
    update.localizedCallerName = "Ann"
    let answered = CallID()
    try await provider.reportNewIncomingCall(with: answered, update: update)
    await clock.advance(by: .seconds(2))
    try await controller.answer(answered).performed()
    await clock.advance(by: .seconds(60))
    try await controller.end(answered).performed()
    let outgoing = try await controller.start(.number("5550100"), through: "a")
    await host.settle()
    store.flush()
    #expect(throws: StoreError.self) { try store.historyEntry(of: outgoing) }
    try await controller.end(outgoing).performed()
    update.remoteHandle = .number("+12025550199")
    let blocked = CallID()
    await #expect(throws: CallError.self) { try await provider.reportNewIncomingCall(with: blocked, update: update) }
    store.flush()

    let (entries, next) = try store.history()
    #expect(entries.map(\.call) == [blocked, outgoing, answered] && next == nil)
    let first = try #require(entries.last)
    #expect(first.outcome == .answered && first.direction == .incoming && first.duration == 60_000)
    #expect(first.handle == update.remoteHandle.map { _ in .number("+1 202 555 0100") } && first.displayName == "Ann")
    #expect(first.end == CallEnd(.localEnded, cause: .user) && first.provider == "a" && first.line == .main)
    let began = try #require(first.connected).milliseconds - first.began.milliseconds
    #expect((1_999...2_001).contains(began))
    #expect(entries[1].outcome == .cancelled && entries[1].started != nil && entries[1].connected == nil)
    #expect(entries[0].outcome == .blocked && entries[0].refusal == .filteredByBlockList && entries[0].decidedBy == "I1")
    await host.shutdown()
  }

  @Test("Calls of providers whose calls are not for recents are not in the history")
  func recents() async throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    var settings = HostSettings()
    settings.recorder = store
    let host = CallHost(clock: VirtualClock(), settings: settings)
    var configuration = ProviderConfiguration(localizedName: "A")
    configuration.includesCallsInRecents = false
    let provider = try host.register("a", configuration: configuration, delegate: Delegate())
    let call = CallID()
    try await provider.reportNewIncomingCall(with: call, update: CallUpdate())
    try await CallController(host: host).end(call).performed()
    store.flush()
    #expect(try store.history().entries == [])
  }

  @Test("A host that died leaves its calls as failed with the cause hostLost, at the spool's last time, and their ids are used (S7)")
  func hostLost() async throws {
    let folder = try TestFolder()
    let call = CallID()
    do {
      let store = CallStore(folder: folder.path)
      var connected = SpoolRecord.of(.connected, call, at: 5_000, outcome: .answered)
      connected.began = 1_000
      store.keep([SpoolRecord.of(.begun, call, at: 1_000), connected, SpoolRecord.of(.ended, at: 9_000)])
    }
    let clock = TestClock(10_000)
    let store = CallStore(folder: folder.path, settings: .with(clock))
    let entry = try store.historyEntry(of: call)
    #expect(entry.outcome == .failed && entry.end == CallEnd(.failed, cause: .hostLost))
    #expect(entry.ended?.milliseconds == 9_000 && entry.duration == 4_000)
    #expect(store.usedCalls[call] == .main)
    var settings = HostSettings()
    settings.usedCalls = store.usedCalls
    let host = CallHost(clock: VirtualClock(), settings: settings)
    let provider = try host.register("a", delegate: Delegate())
    await #expect(throws: CallError(.callUUIDAlreadyExists, [call])) {
      try await provider.reportNewIncomingCall(with: call, update: CallUpdate())
    }
    // A second start changes nothing.
    let change = entry.change
    store.close()
    #expect(try CallStore(folder: folder.path).historyEntry(of: call).change == change)
  }

  @Test("A batch that is done twice counts once")
  func twice() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    let records = (0..<5).flatMap { index -> [SpoolRecord] in
      let call = CallID()
      return [SpoolRecord.of(.begun, call, at: Int64(index)), SpoolRecord.of(.ended, call, at: Int64(index))]
    }
    store.keep(records)
    let before = try store.history().entries
    store.keep(records)
    #expect(before.count == 5)
    #expect(try store.history().entries == before)
  }

  @Test("Pages follow one another without gaps, also when the clock was set back")
  func pages() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    let calls = (0..<25).map { _ in CallID() }
    // Each call begins a day before the last.
    store.keep(calls.enumerated().map { SpoolRecord.of(.ended, $1, at: 1_795_348_800_000 - Int64($0) * 86_400_000) })
    var seen: [CallID] = []
    var before: Int64?
    repeat {
      let (entries, next) = try store.history(before: before, limit: 10)
      seen += entries.map(\.call)
      before = next
    } while before != nil
    #expect(seen == calls.reversed())
    #expect(throws: StoreError.self) { try store.history(limit: 0) }
  }

  @Test("Each member of a filter selects its entries")
  func filters() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    var named = SpoolRecord.of(.ended, number: "+12025550101", at: 2_000)
    (named.name, named.line, named.provider) = ("Ann Smith", "second", "b")
    var outgoing = SpoolRecord.of(.ended, number: "+12025550102", at: 3_000, outcome: .answered, isOutgoing: true)
    outgoing.label = "Pizza"
    store.keep([SpoolRecord.of(.ended, number: "+12025550100", at: 1_000), named, outgoing])
    _ = try store.markRead(ids: [1])
    func ids(_ change: (inout HistoryFilter) -> Void) throws -> [Int64] {
      var filter = HistoryFilter()
      change(&filter)
      return try store.history(filter).entries.map(\.id)
    }
    #expect(try ids { $0.handle = .number("+1 (202) 555-0101") } == [2])
    #expect(try ids { $0.handle = Handle(parsing: "+12025550101") } == [2])
    #expect(try ids { $0.provider = "b" } == [2])
    #expect(try ids { $0.line = .main } == [3, 1])
    #expect(try ids { $0.outcomes = [.answered, .blocked] } == [3])
    #expect(try ids { $0.outcomes = [] } == [])
    #expect(try ids { $0.direction = .incoming } == [2, 1])
    #expect(try ids { $0.isUnread = true } == [3, 2])
    #expect(try ids { $0.from = WallTime(milliseconds: 2_000) } == [3, 2])
    #expect(try ids { $0.to = WallTime(milliseconds: 2_000) } == [1])
    #expect(try ids { $0.text = "smith" } == [2])
    #expect(try ids { $0.text = "PIZZA" } == [3])
    #expect(try ids { $0.text = "5550100" } == [1])
    #expect(try ids { $0.text = "%" } == [])
  }

  @Test("Changes tell each entry's last change, and removals")
  func changes() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    let news = Locked<[StoreNews]>([])
    store.onNews { new in news.withLock { $0.append(new) } }
    store.keep((1...4).map { SpoolRecord.of(.ended, at: Int64($0)) })
    #expect(store.unreadMissed == 4)
    #expect(try store.markRead(before: 2) == 2)
    #expect(try store.markRead(before: 2) == 0)
    #expect(store.unreadMissed == 2)
    #expect(try store.removeHistory(ids: [3, 99]) == 1)
    var filter = HistoryFilter()
    filter.isUnread = true
    #expect(try store.removeHistory(filter: filter) == 1)
    let (changes, next, more) = try store.historyChanges(after: 0)
    #expect(changes.map(\.id) == [1, 2, 3, 4] && !more)
    #expect(changes.map { $0.entry == nil } == [false, false, true, true])
    #expect(try store.historyChanges(after: next).changes == [])
    let page = try store.historyChanges(after: 0, limit: 3)
    #expect(page.changes.count == 3 && page.more)
    #expect(try store.historyChanges(after: page.next).changes.map(\.id) == [4])
    #expect(
      news.withLock { $0 } == [
        .history(change: 4, added: [1, 2, 3, 4], changed: [], removed: []), .history(change: 6, added: [], changed: [1, 2], removed: []),
        .history(change: 7, added: [], changed: [], removed: [3]), .history(change: 8, added: [], changed: [], removed: [4]),
      ])
  }

  @Test("Recordings belong to their entry and go with it")
  func recordings() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    let call = CallID()
    store.keep([SpoolRecord.of(.begun, call)])
    try store.addRecording("a.wav", to: call)
    store.keep([SpoolRecord.of(.ended, call)])
    try store.addRecording("b.wav", to: call)
    #expect(try store.historyEntry(of: call).recordings == ["a.wav", "b.wav"])
    #expect(throws: StoreError.self) { try store.addRecording("x", to: CallID()) }
    #expect(try store.removeHistory(ids: [1]) == 1)
    #expect(try store.history().entries == [])
  }

  @Test("Retention removes what is too old or too many, but keeps unread missed calls for 30 days")
  func retention() throws {
    let folder = try TestFolder()
    let clock = TestClock()
    let store = CallStore(folder: folder.path, settings: .with(clock, days: 10, calls: 700))
    let day: Int64 = 86_400_000
    let now = clock.now.milliseconds
    store.keep((0..<600).map { SpoolRecord.of(.ended, at: now - 20 * day + Int64($0), outcome: .answered) })
    store.keep([SpoolRecord.of(.ended, at: now - 20 * day), SpoolRecord.of(.ended, at: now - 40 * day)])
    #expect(try store.prune() == 601)
    #expect(store.unreadMissed == 1)
    store.keep((0..<1_300).map { SpoolRecord.of(.ended, at: now + Int64($0), outcome: .answered) })
    #expect(try store.prune() == 601)
    #expect(try store.history(limit: 1_000).entries.count == 700)
    #expect(store.unreadMissed == 1)
    // Removals are told for 90 days.
    #expect(try store.historyChanges(after: 0, limit: 10_000).changes.filter { $0.entry == nil }.count == 1_202)
    store.setRetention(days: 0, calls: 650)
    #expect(store.retention == (0, 650))
    #expect(try store.prune() == 50)
    clock.advance(day)
    _ = try store.prune(days: 0, calls: 0)
    clock.advance(90 * day)
    _ = try store.prune(days: 0, calls: 0)
    #expect(try store.historyChanges(after: 0, limit: 10_000).changes.filter { $0.entry == nil } == [])
  }
}
