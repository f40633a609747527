import Testing
import TransportABI

@Suite struct StructTests {
  @Test(arguments: PluginUnderTest.all)
  func livesUnderAHostWhoseStructsAreLonger(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin, host: TestHost(extra: 64, flags: 0x4000))
    #expect(rig.start(hsw_call(id: 1), "5550100", flags: 0x4000, extra: 64) >= 0)
    rig.host.advance(1)
    #expect(rig.host.heard().contains("done 1") || plugin.name == "kit")
  }

  /// Every size below that of version 1.0.
  @Test(arguments: PluginUnderTest.all, (1...18).map { $0 * 8 })
  func readsNothingPastAShortHost(plugin: PluginUnderTest, bytes: Int) throws {
    let rig = try Rig(plugin, host: TestHost(tableBytes: bytes), activate: false)
    var why = hsw_why.blank
    let table = rig.table.pointee
    guard table.`init`!(table.ctx, &why) == HSW_OK else {
      #expect(!why.sentence.isEmpty)
      return
    }
    try rig.step(table.activate)
    rig.dial("5550110")
    rig.host.advance(40)
    #expect(rig.deactivate(0) == HSW_OK)
  }

  @Test(arguments: PluginUnderTest.all)
  func refusesFlagsThatMustBeUnderstood(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    #expect(rig.start(hsw_call(id: 1), "5550100", flags: 0x10000) == HSW_E_NOTSUP)
    #expect(rig.end(hsw_call(id: 1)) == HSW_E_NOCALL)
  }

  /// Strings that must be refused, or at least be harmless, as a handle.
  @Test(
    arguments: PluginUnderTest.all,
    [
      [], [0xff], [0x35, 0, 0x35], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82],
      Array(repeating: 0x35, count: 65537),
    ] as [[UInt8]])
  func refusesWhatIsNoString(plugin: PluginUnderTest, bytes: [UInt8]) throws {
    let rig = try Rig(plugin)
    let (kind, handle) = (LentText("tel"), LentText(bytes: bytes))
    var info = hsw_call_info()
    info.handle_kind = kind.string
    info.handle = handle.string
    let lent = Lent(info)
    let calls = try #require(rig.find(HSW_EXT_CALLS, hsw_calls.self))
    #expect(calls.start!(rig.context, hsw_action(id: 1), hsw_call(id: 1), lent.pointer, 0) == HSW_E_INVAL)
    #expect(rig.host.heard() == [])
  }

  @Test(arguments: PluginUnderTest.plugins)
  func refusesWithASentenceWhatIsNoTelephoneNumber(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let strange = ["call me", "sip:%00", "\u{202e}5550100", "+", String(repeating: "x", count: 65536)]
    for handle in strange { rig.dial(handle, expecting: HSW_PENDING) }
    #expect(rig.host.heard() == (1...strange.count).map { "failed \($0) -2" })
    #expect(rig.host.sentences.count == strange.count)
    for sentence in rig.host.sentences { #expect(sentence.split(separator: " ").count >= 3, "\(sentence)") }
    rig.dial(String(repeating: "5", count: 65536))
    rig.dial("5550100", kind: "smoke", expecting: HSW_E_INVAL)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func refusesWhatIsOutOfRange(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550199")
    rig.order(call, HSW_ORDER_ANSWER)
    #expect(rig.hold(call, 2) == HSW_E_RANGE)
    #expect(rig.mute(call, .max) == HSW_E_RANGE)
    #expect(rig.play(call, "1", kind: 0) == HSW_E_RANGE)
    #expect(rig.play(call, "1", kind: 4) == HSW_E_RANGE)
    #expect(rig.order(call, 0) == HSW_E_RANGE)
    #expect(rig.order(call, 14) == HSW_E_RANGE)
    for digits in ["", "x", "12 3", "1,2", "a"] { #expect(rig.play(call, digits) == HSW_E_INVAL) }
    #expect(rig.end(call, why: 4711) == HSW_PENDING)
    #expect(rig.observe(call)?.contains(#""cause":16"#) == true)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func knowsNoStrangers(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let ended = rig.dial("5550102")
    rig.dial("5550100")
    _ = rig.host.heard()
    var random = SystemRandomNumberGenerator()
    let strangers =
      [0, 7777, .max, 1 << 63, 1 << 63 | 1, ended.id] + (0..<2000).map { _ in UInt64.random(in: 1000 ... .max, using: &random) }
    for id in strangers {
      let call = hsw_call(id: id)
      let statuses = [rig.answer(call), rig.end(call), rig.hold(call), rig.mute(call), rig.play(call, "1"), rig.group(call)]
      #expect(statuses == Array(repeating: HSW_E_NOCALL, count: 6), "\(id)")
      #expect(rig.order(call, HSW_ORDER_RING) == HSW_E_NOCALL)
      rig.shown(call)
      rig.cancel(id)
    }
    #expect(rig.host.heard() == [])
  }

  @Test(arguments: PluginUnderTest.plugins)
  func refusesACallHandleThatIsNotTheHosts(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let up = rig.dial("5550100")
    #expect(rig.start(hsw_call(id: 0), "5550100") == HSW_E_INVAL)
    #expect(rig.start(hsw_call(id: 1 << 63 | 5), "5550100") == HSW_E_INVAL)
    #expect(rig.start(up, "5550100") == HSW_E_STATE)
  }
}
