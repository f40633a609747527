import CallControl
import Foundation
import Testing

@testable import CallStore

@Suite("CallStore: who gets through")
struct CallerTests {
  private let folder: TestFolder
  private let clock = TestClock()
  private let store: CallStore

  init() throws {
    folder = try TestFolder()
    store = CallStore(folder: folder.path, settings: .with(clock))
  }

  private func check(_ number: String?, on line: LineID = .main, at time: WallTime? = nil) -> CallerDecision {
    store.check(CallerQuestion(handle: number.map { .number($0) }, line: line, date: (time ?? clock.now).date))
  }

  @discardableResult
  private func contact(_ number: String, vip: Bool = false, favourite: Int64? = nil) throws -> Int64 {
    var contact = Contact(name: "Ann", handles: [.init(.number(number))])
    (contact.isVIP, contact.favourite) = (vip, favourite)
    return try store.putContact(contact).id
  }

  @Test("A caller of whom no rule speaks rings by I2, and each rule says no")
  func nobody() {
    let decision = check("+12025550100")
    #expect(decision.ring == .ring && decision.rule == "I2" && decision.refusal == nil)
    #expect(decision.steps.map(\.rule) == ["J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8", "N0", "N1", "N2", "N3", "N4"])
    #expect(decision.steps.allSatisfy { $0.says == "no" })
    #expect(decision.verdict.isBlocked == nil && !decision.verdict.isLetThrough && decision.verdict.decidedBy == "I2")
  }

  @Test("J1: for 48 hours after an emergency call every call rings, until a person ends that")
  func emergencyCallback() throws {
    _ = try store.addBlockRule(BlockRule(.all, addedBy: "user"))
    #expect(check("+12025550100").rule == "J6 block:1")
    var emergency = SpoolRecord.of(.begun, number: "112", at: clock.now.milliseconds, isOutgoing: true)
    emergency.isEmergency = true
    store.keep([emergency])
    let decision = check("+12025550100")
    #expect(decision.ring == .ring && decision.rule.hasPrefix("J1 until 2026-11-24T12:00:00.000Z"))
    #expect(decision.verdict.isBlocked == false && decision.verdict.isLetThrough)
    #expect(check(nil, at: clock.now.advanced(byMilliseconds: 2 * 86_400_000)).rule == "J6 block:1")
    // It outlives the process.
    store.close()
    let later = CallStore(folder: folder.path, settings: .with(clock))
    #expect(later.emergencyCallback != nil)
    try later.endEmergencyCallback()
    #expect(later.check(CallerQuestion(handle: nil, date: clock.now.date)).rule == "J6 block:1")
  }

  @Test("J2: an emergency number rings in any case")
  func emergencyNumber() throws {
    store.setEmergencyNumbers(["112"])
    _ = try store.addBlockRule(BlockRule(.all, addedBy: "user"))
    #expect(check("1 1 2").rule == "J2 112")
    #expect(check("113").rule == "J6 block:1")
  }

  @Test("J3 to J6: the first kind of rule that matches decides, and allow comes before all")
  func blocks() throws {
    func rule(_ kind: BlockRule.Kind, _ value: String = "", _ effect: BlockRule.Effect = .block) throws {
      _ = try store.addBlockRule(BlockRule(kind, value, effect: effect, addedBy: "user"))
    }
    try rule(.exact, "+1 (202) 555-0100")  // 1
    try rule(.prefix, "+49")  // 2
    try rule(.prefix, "+4930", .silence)  // 3
    try rule(.pattern, "*99", .silence)  // 4
    try rule(.pattern, "+1?02555*")  // 5
    try rule(.withheld)  // 6
    try rule(.exact, "+4930123", .allow)  // 7
    try rule(.exact, "sip:bob@example.org")  // 8
    let table: [(String?, String, CallerDecision.Ring)] = [
      ("+12025550100", "J4 block:1", .refuse), ("+4989", "J5 block:2", .refuse), ("+49301", "J5 block:3", .silence),
      ("+4930123", "J3 block:7", .ring), ("+33599", "J5 block:4", .silence), ("+12025559", "J5 block:5", .refuse),
      ("+13025591", "I2", .ring), (nil, "J6 block:6", .refuse), ("+4499", "J5 block:4", .silence),
    ]
    for (number, rule, ring) in table {
      let decision = check(number)
      #expect(decision.rule == rule && decision.ring == ring, "\(number ?? "withheld"): \(decision.rule)")
      #expect(decision.refusal == (ring == .refuse ? .filteredByBlockList : nil))
    }
    let bob = CallerQuestion(handle: Handle(parsing: "sip:bob@EXAMPLE.org;transport=tcp"), date: clock.now.date)
    #expect(store.check(bob).rule == "J4 block:8")
    #expect(store.check(CallerQuestion(handle: Handle(parsing: "+12025550100"), date: clock.now.date)).rule == "J4 block:1")
  }

  @Test("A rule counts no more from its end on, and can be removed")
  func expired() throws {
    let rule = try store.addBlockRule(BlockRule(.exact, "+12025550100", until: clock.now.advanced(byMilliseconds: 1_000), addedBy: "user"))
    #expect(check("+12025550100").rule == "J4 block:1")
    #expect(check("+12025550100", at: clock.now.advanced(byMilliseconds: 1_000)).rule == "I2")
    try store.removeBlockRule(rule.id)
    #expect(check("+12025550100").rule == "I2")
    #expect(throws: StoreError.self) { try store.removeBlockRule(rule.id) }
    for (kind, value) in [(BlockRule.Kind.exact, ""), (.all, "x"), (.prefix, "")] {
      #expect(throws: StoreError.self) { try store.addBlockRule(BlockRule(kind, value, addedBy: "user")) }
    }
  }

  @Test("The same rule again replaces the first, and the rules of the configuration leave a person's alone")
  func replaced() throws {
    let first = try store.addBlockRule(BlockRule(.exact, "+12025550100", addedBy: "user"))
    let second = try store.addBlockRule(BlockRule(.exact, "+1 202 555 0100", effect: .silence, addedBy: "user"))
    #expect(first.id == second.id && second.effect == .silence)
    try store.setConfiguredBlocks([.number("+12025550100"), .number("+12025550101")])
    #expect(try store.blockRules().map(\.addedBy) == ["user", "config"])
    try store.setConfiguredBlocks([])
    #expect(try store.blockRules().map(\.addedBy) == ["user"])
  }

  @Test("J6: a caller is unknown who is no contact and was not dialled in 90 days")
  func unknown() throws {
    _ = try store.addBlockRule(BlockRule(.unknown, effect: .silence, addedBy: "user"))
    let day: Int64 = 86_400_000
    store.keep([
      SpoolRecord.of(.begun, number: "+12025550101", at: clock.now.milliseconds - 89 * day, isOutgoing: true),
      SpoolRecord.of(.begun, number: "+12025550102", at: clock.now.milliseconds - 91 * day, isOutgoing: true),
    ])
    try contact("+12025550103")
    #expect(check("+12025550101").rule == "I2")
    #expect(check("+12025550102").rule == "J6 block:1")
    #expect(check("+12025550103").rule == "J7 contact:1")
    #expect(check(nil).ring == .silence)
  }

  private struct Directory: CallerDirectory {
    func lookup(_ number: String) -> CallerDirectoryAnswer? {
      switch number {
      case "+12025550166": CallerDirectoryAnswer(directory: "org.example.spam", isBlocked: true)
      case "+12025550167": CallerDirectoryAnswer(directory: "org.example.names", isBlocked: false, label: "Pizza")
      default: nil
      }
    }
  }

  @Test("J7 and J8: a directory is asked about strangers only")
  func directory() throws {
    store.setDirectory(Directory())
    #expect(check("+1 202 5550166").rule == "J8 org.example.spam")
    #expect(check("+1 202 5550166").refusal == .filteredByBlockList)
    let named = check("+12025550167")
    #expect(named.label == "Pizza" && named.labelSource == "org.example.names" && named.rule == "I2")
    store.keep([SpoolRecord.of(.begun, number: "+12025550166", at: clock.now.milliseconds, isOutgoing: true)])
    #expect(check("+12025550166").rule == "J7 dialled")
    // After 30 days it is asked again.
    #expect(check("+12025550166", at: clock.now.advanced(byMilliseconds: 31 * 86_400_000)).rule == "J8 org.example.spam")
  }

  @Test("N0 to N4: do-not-disturb refuses or silences, but for important contacts, favourites, contacts and repeated callers")
  func doNotDisturb() throws {
    var settings = DoNotDisturb()
    settings.mode = .on
    try store.setDoNotDisturb(settings)
    #expect(check("+12025550100").rule == "N0 on" && check("+12025550100").refusal == .filteredByDoNotDisturb)
    let vip = try contact("+12025550101", vip: true)
    let favourite = try contact("+12025550102", favourite: 1)
    let other = try contact("+12025550103")
    #expect(check("+12025550101").letThroughBy == "N1 contact:\(vip)" && check("+12025550101").ring == .ring)
    #expect(check("+12025550102").letThroughBy == "N2 contact:\(favourite)")
    #expect(check("+12025550103").rule == "N0 on")
    settings.contacts = true
    (settings.favourites, settings.effect) = (false, .silence)
    try store.setDoNotDisturb(settings)
    #expect(check("+12025550102").letThroughBy == "N3 contact:\(favourite)")
    #expect(check("+12025550103").letThroughBy == "N3 contact:\(other)")
    let silenced = check("+12025550100")
    #expect(silenced.ring == .silence && silenced.refusal == nil && silenced.verdict.isLetThrough && silenced.verdict.isSilenced)
    store.keep([SpoolRecord.of(.refused, number: "+12025550100", at: clock.now.milliseconds)])
    #expect(check("+12025550100", at: clock.now.advanced(byMilliseconds: 180_000)).letThroughBy == "N4 repeated")
    #expect(check("+12025550100", at: clock.now.advanced(byMilliseconds: 180_001)).rule == "N0 on")
    // A blocked caller stays blocked.
    _ = try store.addBlockRule(BlockRule(.exact, "+12025550101", addedBy: "user"))
    #expect(check("+12025550101").refusal == .filteredByBlockList)
    // J3 leaves do-not-disturb.
    _ = try store.addBlockRule(BlockRule(.exact, "+12025550107", effect: .allow, addedBy: "user"))
    settings.effect = .refuse
    settings.lines = ["second"]
    try store.setDoNotDisturb(settings)
    #expect(check("+12025550107").rule.hasPrefix("J3"))
    #expect(check("+12025550107", on: "second").rule == "N0 on")
  }

  @Test("A schedule counts in its time zone, across midnight, and do-not-disturb ends at its time")
  func schedules() throws {
    var settings = DoNotDisturb()
    settings.mode = .schedule
    settings.schedules = [
      Schedule(name: "night", days: [.sun], from: "22:00", to: "07:00", timezone: "Europe/Berlin"),
      Schedule(name: "lunch", days: [.mon], from: "12:00", to: "13:00", timezone: "America/New_York"),
    ]
    try store.setDoNotDisturb(settings)
    func rule(_ text: String) throws -> String? {
      let date = try Date.ISO8601FormatStyle().parse(text)
      return store.doNotDisturbActivity(at: WallTime(date))
    }
    // 22 November 2026 is a Sunday; Berlin is an hour ahead of UTC, New York five behind.
    #expect(try rule("2026-11-22T20:59:59Z") == nil)
    #expect(try rule("2026-11-22T21:00:00Z") == "schedule:night")
    #expect(try rule("2026-11-23T05:59:59Z") == "schedule:night")
    #expect(try rule("2026-11-23T06:00:00Z") == nil)
    #expect(try rule("2026-11-23T17:30:00Z") == "schedule:lunch")
    // In summer both are an hour nearer; 5 July 2026 is a Sunday.
    #expect(try rule("2026-07-05T20:00:00Z") == "schedule:night")
    #expect(store.nextDoNotDisturbChange()?.description == "2026-11-22T17:00:00.000Z")
    let evening = WallTime(try Date.ISO8601FormatStyle().parse("2026-11-22T20:00:00Z"))
    #expect(store.nextDoNotDisturbChange(after: evening)?.description == "2026-11-22T21:00:00.000Z")
    settings.mode = .on
    settings.until = clock.now.advanced(byMilliseconds: 60_000)
    try store.setDoNotDisturb(settings)
    #expect(store.doNotDisturbActivity() == "until")
    #expect(store.nextDoNotDisturbChange() == settings.until)
    clock.advance(60_000)
    #expect(store.doNotDisturbActivity() == nil)
  }

  @Test(
    "A bad schedule is refused, and nothing changes",
    arguments: [
      Schedule(name: "", days: [.mon], from: "10:00", to: "11:00"), Schedule(name: "x", days: [], from: "10:00", to: "11:00"),
      Schedule(name: "x", days: [.mon], from: "25:00", to: "11:00"), Schedule(name: "x", days: [.mon], from: "10:00", to: "1:00"),
      Schedule(name: "x", days: [.mon], from: "10:00", to: "11:00", timezone: "Mars/Olympus"),
      Schedule(name: "x", days: [.mon], from: "10:00", to: "11:00", timezone: "../../etc/passwd"),
    ])
  func badSchedule(_ schedule: Schedule) throws {
    var settings = DoNotDisturb()
    settings.schedules = [schedule]
    #expect(throws: StoreError.self) { try store.setDoNotDisturb(settings) }
    #expect(store.doNotDisturb == DoNotDisturb())
  }

  @Test("A rule counts the calls that it decided")
  func hits() throws {
    _ = try store.addBlockRule(BlockRule(.exact, "+12025550100", addedBy: "user"))
    var record = SpoolRecord.of(.refused, at: clock.now.milliseconds, outcome: .blocked)
    record.decidedBy = check("+12025550100").rule
    store.keep([record, record])
    let rule = try #require(try store.blockRules().first)
    #expect(rule.hits == 1 && rule.lastHit == clock.now)
    #expect(try store.history().entries.first?.decidedBy == "J4 block:1")
  }
}
