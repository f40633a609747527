import CallControl
import Dispatch
import Foundation
import HostSurface
import Locking
import StrictJSON
import Testing

@testable import CallStore
@testable import HostService

@Suite("DoNotDisturbWatch")
struct DoNotDisturbWatchTests {
  static let now = WallTime(milliseconds: 1_000)

  @Test("A look tells a change of the activity once, and the time of the next look")
  func looks() {
    var watch = DoNotDisturbWatch()
    let later = WallTime(milliseconds: 5_000)
    let table: [(rule: String?, lines: [LineID], next: WallTime?, change: DoNotDisturbActivity?, alarm: WallTime?)] = [
      (nil, [], nil, DoNotDisturbActivity(), nil), (nil, [], later, nil, later), (nil, ["a"], nil, nil, nil),
      ("on", [], nil, DoNotDisturbActivity(rule: "on"), nil), ("on", [], nil, nil, nil),
      ("on", ["a"], nil, DoNotDisturbActivity(rule: "on", lines: ["a"]), nil),
      ("schedule:x", ["a"], later, DoNotDisturbActivity(rule: "schedule:x", lines: ["a"]), later),
      // A time that is not later is looked at a millisecond later.
      (nil, ["a"], Self.now, DoNotDisturbActivity(), WallTime(milliseconds: 1_001)),
    ]
    for row in table {
      let step = watch.look(at: Self.now, rule: row.rule, lines: row.lines, next: row.next)
      #expect(step == DoNotDisturbWatch.Step(change: row.change, alarm: row.alarm), "\(row)")
    }
    let some = DoNotDisturbActivity(rule: "on", lines: ["a"])
    #expect(some.isActive(on: "a") && !some.isActive(on: "b") && DoNotDisturbActivity(rule: "on").isActive(on: "b"))
    #expect(!DoNotDisturbActivity(rule: nil, lines: ["a"]).isActive(on: "a"))
  }
}

@Suite("MemoryKeeper")
struct MemoryKeeperTests {
  /// An alarm that the test rings.
  final class TestAlarm: WallAlarm {
    private let receiver = LockedFunction<@Sendable () -> Void>()
    private let box = Locked<WallTime?>(nil)

    var time: WallTime? { box.withLock { $0 } }

    func onRing(_ receiver: @escaping @Sendable () -> Void) { self.receiver.set(receiver) }
    func set(_ time: WallTime?) { box.withLock { $0 = time } }
    func cancel() { set(nil) }
    func ring() { receiver.value?() }
  }

  private let memory: TestMemory
  private let alarm = TestAlarm()
  private let news = Locked<[MemoryNews]>([])
  private let switches = Locked<[DoNotDisturbActivity]>([])

  init() throws {
    memory = try TestMemory {
      $0.days = 0; $0.calls = 0
    }
  }

  private func keeper() -> MemoryKeeper {
    MemoryKeeper(
      memory.store, alarm: alarm,
      receivers: MemoryKeeper.Receivers(
        news: { [news] new in news.withLock { $0.append(new) } }, doNotDisturb: { [switches] new in switches.withLock { $0.append(new) } }))
  }

  /// Returns the news since the last call.
  private func taken() -> [MemoryNews] {
    news.withLock { news in
      defer { news = [] }; return news
    }
  }
  private func switched() -> [DoNotDisturbActivity] {
    switches.withLock { switches in
      defer { switches = [] }; return switches
    }
  }

  @Test("The host's do-not-disturb follows a setting before the method returns, and the state is told after it")
  func settings() throws {
    let keeper = keeper()
    defer { keeper.close() }
    #expect(switched() == [DoNotDisturbActivity()] && alarm.time == nil)
    _ = taken()
    let on = try memory.call(.doNotDisturbSet, #"{"mode": "on"}"#)
    #expect(switched() == [DoNotDisturbActivity(rule: "on")])
    #expect(taken() == [.doNotDisturb(on)] && keeper.activity.isActive(on: "any"))
    // A setting that leaves the activity is told as well.
    let configured = try memory.call(.doNotDisturbConfigure, #"{"contacts": true}"#)
    #expect(switched() == [] && taken() == [.doNotDisturb(configured)])
    try memory.call(.doNotDisturbConfigure, #"{"lines": ["office"]}"#)
    #expect(switched() == [DoNotDisturbActivity(rule: "on", lines: ["office"])] && !keeper.activity.isActive(on: .main))
    try memory.call(.doNotDisturbSet, #"{"mode": "off"}"#)
    #expect(switched() == [DoNotDisturbActivity()] && alarm.time == nil)
  }

  @Test("A schedule rings its alarm at its begin and end, and a clock that is set is looked at anew")
  func schedule() throws {
    let keeper = keeper()
    defer { keeper.close() }
    try memory.call(
      .doNotDisturbConfigure, #"{"schedules": [{"name": "tea", "days": ["sun"], "from": "15:00", "to": "16:00", "timezone": "UTC"}]}"#)
    #expect(alarm.time == nil, "nothing is scheduled while the mode is off")
    try memory.call(.doNotDisturbSet, #"{"mode": "schedule"}"#)
    #expect(alarm.time?.description == "2026-11-22T15:00:00.000Z")
    _ = (switched(), taken())
    memory.advance(seconds: 3 * 3_600)
    alarm.ring()
    #expect(switched() == [DoNotDisturbActivity(rule: "schedule:tea")] && alarm.time?.description == "2026-11-22T16:00:00.000Z")
    let state = taken()
    #expect(state == [.doNotDisturb(memory.store.doNotDisturbJSON)])
    if case .doNotDisturb(let value)? = state.first { SurfaceCheck.value(value, is: .doNotDisturb) }
    // The clock is set back two hours, and then forward by a day.
    memory.advance(seconds: -2 * 3_600)
    alarm.ring()
    #expect(switched() == [DoNotDisturbActivity()] && alarm.time?.description == "2026-11-22T15:00:00.000Z")
    memory.advance(seconds: 86_400)
    alarm.ring()
    #expect(switched() == [] && alarm.time?.description == "2026-11-23T15:00:00.000Z")
    // A schedule that is off needs no alarm.
    try memory.call(.doNotDisturbSet, #"{"mode": "off"}"#)
    #expect(alarm.time == nil)
  }

  @Test("The end of do-not-disturb rings its alarm")
  func until() throws {
    let keeper = keeper()
    defer { keeper.close() }
    try memory.call(.doNotDisturbSet, #"{"mode": "on", "until": "2026-11-22T12:30:00Z"}"#)
    #expect(alarm.time?.description == "2026-11-22T12:30:00.000Z")
    _ = switched()
    memory.advance(seconds: 1_800)
    alarm.ring()
    #expect(switched() == [DoNotDisturbActivity()] && alarm.time == nil)
  }

  @Test("Each change is told after its commit, as the records and states of the table")
  func records() throws {
    let keeper = keeper()
    defer { keeper.close() }
    _ = taken()
    memory.keep([.missed, .answered])
    func record(_ topic: Topic, _ kind: String, _ data: String) throws -> MemoryNews {
      .record(topic, kind: kind, data: try JSONReader.read(Array(data.utf8)))
    }
    #expect(try taken() == [record(.history, "added", #"{"change":2,"ids":[1,2]}"#), .missed(1)])
    try memory.call(.historyMarkRead)
    #expect(try taken() == [record(.history, "changed", #"{"change":4,"ids":[1,2]}"#), .missed(0)])
    try memory.call(.historyRemove, #"{"ids": [2]}"#)
    #expect(try taken() == [record(.history, "removed", #"{"change":5,"ids":[2]}"#)])
    // A contact gets its calls.
    try memory.call(.contactPut, #"{"contact": {"name": "Ann", "handles": [{"handle": "+12025550100"}]}}"#)
    #expect(try taken() == [record(.history, "changed", #"{"change":7,"ids":[1]}"#), record(.store, "contacts", #"{"ids":[1]}"#)])
    try memory.call(.blockAdd, #"{"kind": "all", "value": ""}"#)
    #expect(try taken() == [record(.store, "blocks", #"{"ids":[1]}"#)])
    try memory.call(.accessGrant, #"{"peer": "uid:1", "rights": ["observe"]}"#)
    let grants = taken()
    #expect(try grants == [record(.store, "grants", #"{"peers":["uid:1"]}"#)])
    var log = EventLog(epoch: "e")
    let time = SurfaceTime(milliseconds: 0)
    for news in grants + [.doNotDisturb(memory.store.doNotDisturbJSON), .missed(3), .standing(StoreStanding(.full))] {
      log.take(news, at: time)
    }
    let answer = log.subscribe(EventFilter(topics: [.store, .doNotDisturb]), since: EventCursor(epoch: "e", sequence: 0)).answer
    #expect(answer.json["states"]?.array?.first?["value"] == memory.store.doNotDisturbJSON && log.sequence == 2)
    for case .record(let topic, let kind, _) in grants { #expect(topic.kinds.contains(kind)) }
  }

  @Test("A long list of ids is told in portions")
  func portions() {
    let ids = Array(Int64(1)...2_500)
    let records = MemoryNews.records(of: .history(change: 9, added: ids, changed: [], removed: [7]))
    let parts = records.compactMap { news -> (String, [Int])? in
      guard case .record(.history, let kind, let data) = news else { return nil }
      return (kind, data.integers("ids"))
    }
    #expect(parts.map(\.0) == ["added", "added", "added", "removed"])
    #expect(parts.flatMap(\.1) == Array(1...2_500) + [7] && parts.allSatisfy { $0.1.count <= 1_000 })
  }

  @Test("Retention runs at the start, in the background")
  func retention() async throws {
    let memory = try TestMemory { $0.calls = 1 }
    memory.keep([.answered, .answered, .answered])
    let (removals, continuation) = AsyncStream<[Int]>.makeStream()
    let keeper = MemoryKeeper(
      memory.store, alarm: alarm,
      receivers: MemoryKeeper.Receivers(
        news: { if case .record(.history, "removed", let data) = $0 { continuation.yield(data.integers("ids")) } }, doNotDisturb: { _ in }))
    for await ids in removals {
      #expect(ids == [1, 2])
      break
    }
    memory.keep([.answered, .answered])
    memory.store.setRetention(days: 0, calls: 2)
    keeper.retentionChanged()
    for await ids in removals {
      #expect(ids == [3], "a changed retention is applied at once")
      break
    }
    keeper.close()
    #expect(try memory.call(.historyList).ids("calls").sorted() == [4, 5])
  }
}

@Suite("SystemWallAlarm")
struct SystemWallAlarmTests {
  @Test("The alarm rings at a time of the wall clock, not without a time, and its descriptor ends with it", .timeLimit(.minutes(1)))
  func rings() async throws {
    let queue = DispatchQueue(label: "alarm")
    let (rings, continuation) = AsyncStream<WallTime>.makeStream()
    let alarm = SystemWallAlarm(on: queue)
    alarm.onRing { continuation.yield(.now) }
    let start = WallTime.now
    alarm.set(start.advanced(byMilliseconds: 86_400_000))
    alarm.set(nil)
    alarm.set(start.advanced(byMilliseconds: 50))
    var times: [WallTime] = []
    for await time in rings {
      times.append(time)
      // A time that is over rings at once.
      if times.count == 1 { alarm.set(start) } else { break }
    }
    #expect(times[0] >= start.advanced(byMilliseconds: 50) && times.count == 2)
    alarm.cancel()
    alarm.set(start)
    queue.sync {}
  }
}
