import Testing
import TransportABI

@Suite struct LifeCycleTests {
  @Test(arguments: PluginUnderTest.all)
  func livesManyTimes(plugin: PluginUnderTest) throws {
    for round in 0..<50 {
      let rig = try Rig(plugin, activate: round % 2 == 0)
      rig.destroy()
      #expect(rig.host.armed == 0 && rig.host.watched.isEmpty)
    }
  }

  @Test(arguments: PluginUnderTest.all)
  func refusesWhatComesOutOfOrder(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin, activate: false)
    var why = hsw_why.blank
    let table = rig.table.pointee
    #expect(table.activate!(table.ctx, &why) == HSW_E_STATE)
    #expect(rig.deactivate(0) == HSW_E_STATE)
    #expect(rig.start(hsw_call(id: 1), "5550100") == HSW_E_STATE)
    try rig.step(table.`init`)
    #expect(table.`init`!(table.ctx, &why) == HSW_E_STATE)
    #expect(rig.start(hsw_call(id: 1), "5550100") == HSW_E_STATE)
    #expect(rig.answer(hsw_call(id: 1)) == HSW_E_STATE)
    try rig.step(table.activate)
    #expect(table.activate!(table.ctx, &why) == HSW_E_STATE)
    #expect(rig.deactivate(0) == HSW_OK)
    #expect(rig.start(hsw_call(id: 2), "5550100") == HSW_E_STATE)
    #expect(rig.deactivate(0) == HSW_E_STATE)
    try rig.step(table.activate)
    rig.dial("5550199")
  }

  @Test(arguments: PluginUnderTest.all)
  func saysWhyAnUnknownIdIsRefused(plugin: PluginUnderTest) {
    let error = #expect(throws: Rig.Refusal.self) { try Rig(plugin, id: plugin.id + "x") }
    #expect(error?.status == HSW_E_INVAL)
    #expect(error?.sentence.contains(plugin.id) == true)
  }

  @Test(arguments: PluginUnderTest.all)
  func refusesAHostThatAsksForMore(plugin: PluginUnderTest) {
    let error = #expect(throws: Rig.Refusal.self) { try Rig(plugin, host: TestHost(flags: 0x8000_0000)) }
    #expect(error?.status == HSW_E_NOTSUP)
  }

  @Test(arguments: PluginUnderTest.all, [[HSW_HEXT_LOOP], [HSW_HEXT_LOOP, HSW_HEXT_LOG, HSW_HEXT_THREADS]])
  func initFailsWithASentenceWithoutALoop(plugin: PluginUnderTest, withheld: [String]) throws {
    let host = TestHost()
    host.withheld = Set(withheld)
    let rig = try Rig(plugin, host: host, activate: false)
    let error = #expect(throws: Rig.Refusal.self) { try rig.step(rig.table.pointee.`init`) }
    #expect(error?.sentence.contains(HSW_HEXT_LOOP) == true)
    #expect(throws: Rig.Refusal.self) { try rig.step(rig.table.pointee.activate) }
  }

  @Test(arguments: PluginUnderTest.all)
  func writesNoMoreOfAReasonThanThereIsRoomFor(plugin: PluginUnderTest) {
    for bytes in [4, 8, 9, 40, 256] {
      let why = Lent(hsw_why.blank, count: bytes)
      var out: UnsafePointer<hsw_instance>?
      let (id, host) = (LentText("nobody"), TestHost())
      let status = plugin.entry.pointee.create!(id.string, host.table.pointer, hsw_str(), &out, why.pointer)
      #expect(status == HSW_E_INVAL && out == nil)
    }
  }

  @Test(arguments: PluginUnderTest.plugins)
  func twoInstancesKnowNothingOfEachOther(plugin: PluginUnderTest) throws {
    let (one, two) = (try Rig(plugin), try Rig(plugin))
    let call = one.dial("5550100")
    #expect(two.end(call) == HSW_E_NOCALL)
    two.dial("5550100")
    two.destroy()
    #expect(one.hold(call) == HSW_OK)
    #expect(one.host.heard().contains("a active"))
  }

  /// Drain times of a deactivate, and the reports expected at each time.
  static let drains: [(milliseconds: UInt32, words: [String])] = [
    (0, ["a ended local"]), (500, ["0.5s a ended local", "0.5s deactivated"]), (.max, ["2s a ended remote", "2s deactivated"]),
  ]

  @Test(arguments: PluginUnderTest.plugins, drains)
  func letsCallsLiveAsLongAsItIsTold(plugin: PluginUnderTest, drain: (milliseconds: UInt32, words: [String])) throws {
    let rig = try Rig(plugin)
    rig.dial("5550107")
    _ = rig.host.heard()
    #expect(rig.deactivate(drain.milliseconds) == (drain.milliseconds == 0 ? HSW_OK : HSW_PENDING))
    #expect(rig.start(hsw_call(id: 99), "5550100") == HSW_E_STATE)
    rig.host.advance(100)
    #expect(rig.host.heard() == drain.words)
    #expect(rig.host.armed == 0)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func completesWhatIsPendingBeforeItIsQuiet(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550114")
    rig.dial("5550113")
    _ = rig.host.heard()
    for status in [rig.hold(call), rig.mute(call), rig.play(call, "1")] { #expect(status == HSW_PENDING) }
    #expect(rig.deactivate(0) == HSW_OK)
    let words = rig.host.heard()
    #expect(Set(words) == ["failed 2 -13", "failed 3 -13", "failed 4 -13", "failed 5 -13", "a ended local"])
    #expect(words.count == 5)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func resetForgetsWithoutAWord(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    for _ in 0..<100 {
      let call = rig.dial("5550114")
      rig.dial("5550113")
      rig.hold(call)
      rig.dial("5550101")
      rig.dial("5550110")
      _ = rig.host.heard()
      rig.reset()
      rig.host.advance(1)
      #expect(rig.host.heard() == [] && rig.host.armed == 0)
      #expect(rig.end(call) == HSW_E_NOCALL)
    }
    rig.dial("5550100")
    let kinds = ["done", "connecting", "active"]
    let words = rig.host.heard()
    #expect(words.count == kinds.count && zip(words, kinds).allSatisfy { $0.contains($1) }, "\(words)")
  }

  @Test(arguments: PluginUnderTest.plugins)
  func isSilentAfterDestroyWithCallsUp(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    for number in ["5550101", "5550107", "5550110", "5550113", "5550114"] { rig.dial(number) }
    _ = rig.host.heard()
    rig.destroy()
    rig.host.advance(100)
    #expect(rig.host.heard() == [] && rig.host.armed == 0)
  }

  @Test(arguments: PluginUnderTest.all)
  func survivesAHostThatTakesNothing(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    rig.host.verdict = HSW_E_FAIL
    for number in ["5550100", "5550102", "5550110", "5550108"] { rig.dial(number) }
    rig.host.advance(60)
    #expect(rig.host.calls < 100, "it tries again and again")
  }
}
