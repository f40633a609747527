import Testing
import TransportABI

@Suite struct TestPeerTests {
  @Test(arguments: PluginUnderTest.plugins)
  func whomATestMayCallDoesNothingUnasked(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let peer = try #require(rig.find(HSW_EXT_TESTPEER, hsw_test_peer.self))
    let out = Lent(hsw_call_info())
    #expect(peer.dialable!(rig.context, out.pointer) == HSW_OK)
    let short = Lent(hsw_call_info(), count: 40)
    #expect(peer.dialable!(rig.context, short.pointer) == HSW_OK)
    #expect(text(out.pointer.pointee.handle_kind) == "tel")
    let call = rig.dial(text(out.pointer.pointee.handle))
    rig.host.advance(3600)
    #expect(rig.host.heard() == ["done 1"])
    rig.order(call, HSW_ORDER_RING)
    rig.order(call, HSW_ORDER_ANSWER)
    #expect(rig.order(call, HSW_ORDER_ANSWER) == HSW_E_STATE)
    #expect(rig.order(call, HSW_ORDER_DECLINE) == HSW_E_STATE)
    #expect(rig.order(call, HSW_ORDER_TONE, "440") == (plugin.name == "Loopback" ? HSW_OK : HSW_E_NOTSUP))
    #expect(rig.order(call, HSW_ORDER_ASK_TRANSFER, "1") == HSW_E_NOTSUP)
    rig.order(call, HSW_ORDER_END)
    #expect(rig.host.heard() == ["3600s a ringing", "3600s a active", "3600s a ended remote"])
    #expect(rig.observe(call)?.contains(#""state":"ended""#) == true)
    rig.reset()
    #expect(rig.observe(call) == nil)
  }

  @Test("HSW-R-116: EndedCalls keeps the far ends of the last 64 calls", arguments: PluginUnderTest.plugins)
  func lastCalls(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let calls = (0..<150).map { _ in
      let call = rig.dial("5550199")
      rig.order(call, HSW_ORDER_DECLINE)
      return call
    }
    #expect(calls.map { rig.observe($0) != nil } == calls.indices.map { $0 >= 150 - 64 })
  }

  @Test(arguments: PluginUnderTest.plugins, [(HSW_ORDER_DECLINE, 21), (HSW_ORDER_BUSY, 17)])
  func theFarEndRefusesWithItsCause(plugin: PluginUnderTest, refusal: (order: UInt32, cause: Int)) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550199")
    rig.order(call, refusal.order)
    #expect(rig.host.heard() == ["done 1", "a ended remote \(refusal.cause)"])
  }

  /// A host's reasons for ending an incoming call, and the caller's causes.
  @Test(
    arguments: PluginUnderTest.plugins,
    [
      (HSW_WHY_HANGUP, 16), (HSW_WHY_DECLINED, 21), (HSW_WHY_BUSY, 17), (HSW_WHY_BLOCKED, 21), (HSW_WHY_DO_NOT_DISTURB, 17),
      (HSW_WHY_RING_TIMEOUT, 19), (HSW_WHY_ELSEWHERE, 34), (0, 16), (99, 16),
    ])
  func theCallerHearsWhy(plugin: PluginUnderTest, refusal: (why: UInt32, cause: Int)) throws {
    let rig = try Rig(plugin)
    #expect(rig.callIn("1234") == HSW_OK)
    let call = rig.host.call("a")
    #expect(rig.observe(call)?.contains(#""state":"calling""#) == true)
    rig.shown(call)
    #expect(rig.observe(call)?.contains(#""state":"ringing""#) == true)
    rig.end(call, why: refusal.why)
    #expect(rig.host.heard() == ["a incoming 1234", "done 1", "a ended local"])
    #expect(rig.observe(call)?.contains("\"cause\":\(refusal.cause),") == true)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func whoCallsCanBeAnsweredOrGiveUp(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    #expect(rig.callIn("1") == HSW_OK && rig.callIn("2") == HSW_OK)
    let (one, two) = (rig.host.call("a"), rig.host.call("b"))
    #expect(rig.hold(one) == HSW_E_STATE)
    #expect(rig.answer(one) == HSW_OK)
    #expect(rig.answer(one) == HSW_E_STATE)
    rig.order(two, HSW_ORDER_END)
    #expect(rig.answer(two) == HSW_E_NOCALL)
    #expect(rig.host.heard() == ["a incoming 1", "b incoming 2", "done 2", "b ended remote"])
  }

  @Test(arguments: PluginUnderTest.plugins)
  func aCallThatTheHostRefusesIsDead(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    rig.host.verdict = HSW_E_BUSY
    #expect(rig.callIn("1") == HSW_E_BUSY)
    rig.host.verdict = HSW_OK
    #expect(rig.answer(rig.host.call("a")) == HSW_E_NOCALL)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func noHandleComesTwice(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    var seen: Set<UInt64> = []
    for _ in 0..<1000 {
      let before = rig.host.callIDs
      #expect(rig.callIn("1") == HSW_OK)
      let id = try #require(rig.host.callIDs.subtracting(before).first)
      #expect(id >> 63 == 1 && seen.insert(id).inserted)
      rig.end(hsw_call(id: id))
    }
  }

  @Test(arguments: PluginUnderTest.plugins)
  func aFarEndThatVanishesIsGivenUp(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550199")
    rig.order(call, HSW_ORDER_ANSWER)
    rig.order(call, HSW_ORDER_VANISH)
    #expect(rig.hold(call) == HSW_PENDING)
    rig.host.advance(60)
    #expect(rig.host.heard() == ["done 1", "a active", "10s failed 2 -13", "10s a ended failed 18"])
    #expect(rig.host.armed == 0)
  }
}
