import Testing
import TransportABI

@Suite struct FeatureTests {
  /// An active call to the test-peer.
  private func connected(_ rig: Rig) -> hsw_call {
    let call = rig.dial("5550199")
    rig.order(call, HSW_ORDER_ANSWER)
    _ = rig.host.heard()
    return call
  }

  private func sees(_ rig: Rig, _ call: hsw_call, _ what: String) -> Bool {
    rig.observe(call)?.contains(what) == true
  }

  @Test(arguments: PluginUnderTest.plugins)
  func holdIsSeenAtTheFarEndAndTwiceIsFine(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = connected(rig)
    for (on, expected) in [(1, "true"), (1, "true"), (0, "false"), (0, "false"), (1, "true")] as [(UInt32, String)] {
      #expect(rig.hold(call, on) == HSW_OK)
      #expect(sees(rig, call, #""held":\#(expected)"#))
    }
    #expect(rig.host.heard().count == 5)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func theFarEndsHoldStandsBesideOurs(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = connected(rig)
    rig.order(call, HSW_ORDER_HOLD)
    rig.hold(call)
    #expect(rig.order(call, HSW_ORDER_HOLD) == HSW_E_STATE)
    rig.order(call, HSW_ORDER_RESUME)
    #expect(rig.order(call, HSW_ORDER_RESUME) == HSW_E_STATE)
    #expect(rig.host.heard() == ["a held remotely", "done 2", "a resumed remotely"])
    #expect(sees(rig, call, #""held":true"#))
  }

  /// Steps that bring a new call into each of its states.
  static let states: [(name: String, orders: [UInt32], isHeld: Bool)] = [
    ("dialing", [], false), ("ringing", [HSW_ORDER_RING], false), ("active", [HSW_ORDER_ANSWER], false),
    ("held", [HSW_ORDER_ANSWER], true), ("held remotely", [HSW_ORDER_ANSWER, HSW_ORDER_HOLD], false),
    ("held by both", [HSW_ORDER_ANSWER, HSW_ORDER_HOLD], true),
  ]

  @Test(arguments: PluginUnderTest.plugins)
  func muteIsSeenInAnyState(plugin: PluginUnderTest) throws {
    for state in Self.states {
      let rig = try Rig(plugin)
      let call = rig.dial("5550199")
      for order in state.orders { #expect(rig.order(call, order) == HSW_OK, "\(state.name)") }
      if state.isHeld { #expect(rig.hold(call) == HSW_OK) }
      for (on, seen) in [(1, "true"), (0, "false"), (1, "true")] as [(UInt32, String)] {
        #expect(rig.mute(call, on) == HSW_OK, "\(state.name)")
        #expect(sees(rig, call, #""muted":\#(seen)"#), "\(state.name)")
      }
    }
    // A call that rings here, and one that is over.
    let rig = try Rig(plugin)
    #expect(rig.callIn("1") == HSW_OK)
    let called = rig.host.call("a")
    #expect(rig.mute(called) == HSW_OK && sees(rig, called, #""muted":true"#))
    rig.end(called)
    #expect(rig.mute(called) == HSW_E_NOCALL)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func digitsComeInOrderBothWays(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let early = rig.dial("5550199")
    #expect(rig.play(early, "1") == HSW_E_STATE && rig.hold(early) == HSW_E_STATE)
    rig.end(early)
    let call = connected(rig)
    for (digits, kind) in [("0123456789", HSW_DTMF_TONE), ("*#", HSW_DTMF_SOFT_PAUSE), ("ABCD", HSW_DTMF_HARD_PAUSE)] {
      #expect(rig.play(call, digits, kind: kind) == HSW_OK)
    }
    #expect(rig.play(call, "12x") == HSW_E_INVAL)
    #expect(sees(rig, call, #""digits":"0123456789*#ABCD""#))
    _ = rig.host.heard()
    #expect(rig.order(call, HSW_ORDER_DTMF, "99#") == HSW_OK)
    #expect(rig.order(call, HSW_ORDER_DTMF, "9x") == HSW_E_INVAL)
    #expect(rig.host.heard() == ["b digits 99#"])
  }

  @Test(arguments: PluginUnderTest.plugins)
  func groupsMergeAndSplit(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let (one, two, three) = (connected(rig), connected(rig), connected(rig))
    #expect(rig.group(one, with: two) == HSW_OK && rig.group(three, with: one) == HSW_OK)
    for call in [one, two, three] { #expect(sees(rig, call, #""group":1"#)) }
    #expect(rig.group(two) == HSW_OK)
    #expect(sees(rig, one, #""group":1"#) && sees(rig, three, #""group":1"#) && sees(rig, two, #""group":0"#))
    rig.end(one)
    #expect(sees(rig, three, #""group":0"#), "a group of one is none")
    #expect(rig.group(two, with: two) == HSW_E_INVAL)
    #expect(rig.group(two, with: one) == HSW_E_NOCALL)
    #expect(sees(rig, two, #""state":"active""#) && sees(rig, three, #""state":"active""#))
  }

  @Test(arguments: PluginUnderTest.plugins)
  func aCallThatIsEndedMissesNoOther(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let calls = [connected(rig), connected(rig), connected(rig)]
    rig.end(calls[1])
    rig.order(calls[2], HSW_ORDER_END)
    #expect(rig.host.heard() == ["done 4", "b ended local", "c ended remote"])
    #expect(sees(rig, calls[0], #""state":"active""#))
    #expect(sees(rig, calls[1], #""state":"ended""#))
  }

  @Test func aLineThatIsOffTakesNoCalls() throws {
    let rig = try Rig(.loopback)
    let line = try #require(rig.find(HSW_EXT_LINE, hsw_line.self))
    #expect(rig.action { line.set_registered!(rig.context, $0, 0, 0) } == HSW_PENDING)
    rig.dial("5550100", expecting: HSW_PENDING)
    #expect(rig.callIn("1") == HSW_E_NET)
    #expect(rig.action { line.set_registered!(rig.context, $0, 1, 0) } == HSW_PENDING)
    #expect(rig.action { line.set_registered!(rig.context, $0, 2, 0) } == HSW_E_RANGE)
    rig.dial("5550199")
    #expect(rig.host.heard() == ["done 1", "line down", "failed 2 -15", "done 3", "line ready", "done 5"])
  }

  @Test func moreCallsThanAllowedAreBusyAndHarmNone() throws {
    let rig = try Rig(.loopback, #"{"max-calls": 2}"#)
    let one = rig.dial("5550100")
    rig.dial("5550100")
    rig.dial("5550100", expecting: HSW_E_BUSY)
    #expect(rig.callIn("1") == HSW_E_BUSY)
    rig.end(one)
    rig.dial("5550100")
  }

  @Test func theCExampleTakesSixteenCalls() throws {
    let rig = try Rig(.transportC)
    let calls = (0..<16).map { _ in rig.dial("5550100") }
    rig.dial("5550100", expecting: HSW_E_BUSY)
    #expect(rig.callIn("1") == HSW_E_BUSY)
    for call in calls { #expect(rig.hold(call) == HSW_OK) }
  }
}
